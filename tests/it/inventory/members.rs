//! Objects as lists of members, so that tests can edit their texts without decoding them.

/// The members of an object in order: the quoted name, and the text of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Members(pub(super) Vec<(String, String)>);

impl Members {
    /// Splits a text into members. Returns `None` if the text is not an object.
    pub(super) fn of(text: &str) -> Option<Self> {
        text.starts_with('{').then(|| {
            let members = wire::token::children(text);
            Self(
                members
                    .filter_map(|child| Some((child.name?.to_owned(), child.text.to_owned())))
                    .collect(),
            )
        })
    }

    pub(super) fn text(&self) -> String {
        let members: Vec<_> = self
            .0
            .iter()
            .map(|(name, value)| format!("{name}:{value}"))
            .collect();
        format!("{{{}}}", members.join(","))
    }

    /// Returns the text of a member's value.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let is_it = |member: &&(String, String)| wire::token::name(&member.0) == name;
        self.0.iter().find(is_it).map(|member| member.1.as_str())
    }

    /// Returns a copy without a member.
    pub(super) fn without(&self, name: &str) -> Self {
        let others = self
            .0
            .iter()
            .filter(|member| wire::token::name(&member.0) != name);
        Self(others.cloned().collect())
    }

    /// Returns a copy with an additional member at an index.
    pub(super) fn with(&self, at: usize, quoted: &str, value: &str) -> Self {
        let mut members = self.clone();
        members
            .0
            .insert(at.min(self.0.len()), (quoted.to_owned(), value.to_owned()));
        members
    }

    /// Returns a copy with another value at an index.
    pub(super) fn replaced(&self, at: usize, value: &str) -> Self {
        let mut members = self.clone();
        value.clone_into(&mut members.0[at].1);
        members
    }
}

#[test]
fn an_object_is_split_into_its_members_and_joined_again() {
    let members = Members::of(r#"{"a": 1, "\u0062":[{}] }"#).unwrap();
    assert_eq!(members.text(), r#"{"a":1,"\u0062":[{}]}"#);
    assert_eq!(members.get("b"), Some("[{}]"));
    assert_eq!(
        members.without("a").with(0, "\"c\"", "null").text(),
        r#"{"c":null,"\u0062":[{}]}"#
    );
    assert_eq!(members.replaced(1, "2").text(), r#"{"a":1,"\u0062":2}"#);
    assert_eq!(Members::of("[]"), None);
}
