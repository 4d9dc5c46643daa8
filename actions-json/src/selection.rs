//! Selection of the context that applies to a situation.

use crate::{
    checked_manifest::CheckedManifest,
    manifest::{Context, LoadWhen},
    runtimes::Runtime,
};
use wire::{Payload, Tolerant};

/// The situation of an agent: the page, its states and the next task.
///
/// ```
/// use agent_ui_actions_json::selection::Situation;
///
/// let situation = Situation::new().url("https://shop.test/cart").states(["cart_visible"]).task("Buy a kettle.");
/// assert_eq!(situation.states, ["cart_visible"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Situation {
    /// The address of the page.
    pub url: Option<String>,
    /// The names of the current states of the page.
    pub states: Vec<String>,
    /// The targets on the page, named as in the manifest's context.
    pub targets: Vec<String>,
    /// The next task of the agent, in words.
    pub task: Option<String>,
}

impl Situation {
    /// Creates an empty situation.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the address of the page.
    #[must_use]
    pub fn url(mut self, url: impl Into<String>) -> Self {
        self.url = Some(url.into());
        self
    }

    /// Sets the current states of the page.
    #[must_use]
    pub fn states(mut self, states: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.states = states.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the targets on the page.
    #[must_use]
    pub fn targets(mut self, targets: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.targets = targets.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the next task of the agent.
    #[must_use]
    pub fn task(mut self, task: impl Into<String>) -> Self {
        self.task = Some(task.into());
        self
    }
}

impl From<&Runtime> for Situation {
    fn from(runtime: &Runtime) -> Self {
        Self {
            url: runtime.url.clone(),
            states: runtime.states.clone(),
            ..Self::new()
        }
    }
}

/// The context that applies to a situation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Selection<'m> {
    /// The context blocks that apply, in the order of the manifest.
    pub contexts: Vec<&'m Context>,
    /// The context blocks with unsupported predicates, which may apply.
    pub undecided: Vec<UndecidedContext<'m>>,
}

/// A context block that may apply, because it has unsupported predicates.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndecidedContext<'m> {
    /// The context block.
    pub context: &'m Context,
    /// The unsupported members of its `load_when`.
    pub predicates: Vec<String>,
}

impl CheckedManifest {
    /// Selects the context that applies to a situation. Context is documentation, so it neither permits nor forbids
    /// tools.
    ///
    /// All members of `load_when` must hold. `states`, `targets`, `url_contains` and `task` or `tasks` hold if one of
    /// their values matches. `url_matches` and `url_patterns` match the whole address, in which `*` matches any text
    /// and case is ignored. If a member is a list, one element is enough. Context without `load_when` always applies.
    ///
    /// ```
    /// use agent_ui_actions_json::{
    ///     checked_manifest::CheckedManifest, selection::Situation, validate::Profile, wire,
    /// };
    ///
    /// let manifest = wire::decode(
    ///     r#"{"protocol":"actions.json","version":1,"tools":[],"context":[
    ///         {"id":"house.rules","body":"Be kind."},
    ///         {"id":"cart.context","body":"Count twice.","load_when":{"url_contains":"/cart"}}]}"#,
    /// )?;
    /// let manifest = CheckedManifest::check(manifest, &Profile::STRICT, None).unwrap();
    /// let selection = manifest.select_context(&Situation::new().url("https://shop.test/cart"));
    /// assert_eq!(selection.contexts.len(), 2);
    /// assert_eq!(manifest.select_context(&Situation::new()).contexts.len(), 1);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn select_context(&self, situation: &Situation) -> Selection<'_> {
        let mut selection = Selection::default();
        let contexts = self
            .manifest()
            .context
            .get()
            .into_iter()
            .flat_map(|list| list.iter());
        for context in contexts {
            match Applicability::of(context, situation) {
                Applicability::Yes => selection.contexts.push(context),
                Applicability::No => {}
                Applicability::Undecided(predicates) => {
                    selection.undecided.push(UndecidedContext {
                        context,
                        predicates,
                    })
                }
            }
        }
        selection
    }
}

/// The applicability of a context block in a situation.
pub(crate) enum Applicability {
    Yes,
    No,
    /// The result depends on these unsupported members of `load_when`.
    Undecided(Vec<String>),
}

impl Applicability {
    pub(crate) fn of(context: &Context, situation: &Situation) -> Self {
        let verdicts = match &context.load_when {
            Tolerant::Absent => Vec::new(),
            Tolerant::Value(load_when) => verdicts(load_when, situation),
            Tolerant::Invalid(_) => vec![("load_when".to_owned(), None)],
        };
        if verdicts.iter().any(|(_, holds)| *holds == Some(false)) {
            return Self::No;
        }
        let predicates: Vec<String> = verdicts
            .into_iter()
            .filter(|(_, holds)| holds.is_none())
            .map(|(name, _)| name)
            .collect();
        if predicates.is_empty() {
            Self::Yes
        } else {
            Self::Undecided(predicates)
        }
    }
}

/// Evaluates the members of a `load_when`. Unsupported members have the result `None`.
fn verdicts(load_when: &LoadWhen, situation: &Situation) -> Vec<(String, Option<bool>)> {
    let mut verdicts = Verdicts {
        situation,
        verdicts: Vec::new(),
    };
    match &load_when.states {
        Tolerant::Absent => {}
        Tolerant::Value(states) => verdicts.add("states", Predicate::State, Some(states.clone())),
        Tolerant::Invalid(odd) => verdicts.add("states", Predicate::State, texts(odd)),
    }
    if let Some(targets) = &load_when.targets {
        verdicts.add("targets", Predicate::Target, names(targets));
    }
    for (name, predicate, member) in [
        (
            "url_contains",
            Predicate::UrlContains,
            &load_when.url_contains,
        ),
        ("url_matches", Predicate::UrlMatches, &load_when.url_matches),
    ] {
        match member {
            Tolerant::Absent => {}
            Tolerant::Value(text) => verdicts.add(name, predicate, Some(vec![text.clone()])),
            Tolerant::Invalid(odd) => verdicts.add(name, predicate, texts(odd)),
        }
    }
    for (name, value) in load_when.extra.iter() {
        match name {
            "url_patterns" => verdicts.add(name, Predicate::UrlMatches, texts(value)),
            "task" | "tasks" => verdicts.add(name, Predicate::TaskContains, texts(value)),
            _ => verdicts.verdicts.push((name.to_owned(), None)),
        }
    }
    verdicts.verdicts
}

/// The results of the members of a `load_when`.
struct Verdicts<'s> {
    situation: &'s Situation,
    verdicts: Vec<(String, Option<bool>)>,
}

impl Verdicts<'_> {
    /// Adds the result of a member. The result is `true` if the predicate holds for one of the wanted texts, and
    /// `None` if the texts cannot be read.
    fn add(&mut self, name: &str, predicate: Predicate, wanted: Option<Vec<String>>) {
        let verdict = wanted.map(|wanted| {
            let mut wanted = wanted.iter();
            wanted.any(|text| predicate.holds(text, self.situation))
        });
        self.verdicts.push((name.to_owned(), verdict));
    }
}

/// A condition of a `load_when` on one text.
#[derive(Clone, Copy)]
enum Predicate {
    State,
    Target,
    UrlContains,
    UrlMatches,
    TaskContains,
}

impl Predicate {
    fn holds(self, wanted: &str, situation: &Situation) -> bool {
        match self {
            Self::State => situation.states.iter().any(|state| state == wanted),
            Self::Target => situation.targets.iter().any(|target| target == wanted),
            Self::UrlContains => {
                let url = situation.url.as_ref();
                url.is_some_and(|url| url.contains(wanted))
            }
            Self::UrlMatches => {
                let url = situation.url.as_ref();
                url.is_some_and(|url| matches_glob(wanted, url))
            }
            Self::TaskContains => {
                let task = situation.task.as_ref();
                task.is_some_and(|task| task.to_lowercase().contains(&wanted.to_lowercase()))
            }
        }
    }
}

/// Returns the texts in a string or a list of strings.
fn texts(value: &Payload) -> Option<Vec<String>> {
    if let Some(text) = value.as_str() {
        return Some(vec![text.into_owned()]);
    }
    if value.kind() != wire::PayloadKind::Array {
        return None;
    }
    value
        .elements()
        .map(|element| element.as_str().map(|text| text.into_owned()))
        .collect()
}

/// Returns the names of targets: a string, a list of strings, or descriptors with a `name`.
fn names(value: &Payload) -> Option<Vec<String>> {
    if value.kind() == wire::PayloadKind::Array {
        return value.elements().map(|target| name(&target)).collect();
    }
    Some(vec![name(value)?])
}

/// Returns the name of a target: a string, or the `name` of a descriptor.
fn name(target: &Payload) -> Option<String> {
    let name = target.member("name");
    let name = name.as_ref().unwrap_or(target).as_str()?;
    Some(name.into_owned())
}

/// Returns `true` if the whole text matches a pattern in which `*` matches any text. Ignores case.
fn matches_glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_lowercase(), text.to_lowercase());
    let mut parts = pattern.split('*');
    // `split` returns at least one part.
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        // The first match is best, because it leaves the longest text for the other parts.
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod patterns {
    use super::*;
    use proptest::prelude::*;

    /// Matches a pattern letter by letter, as a reference implementation.
    fn is_range_containing(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern.split_first(), text.split_first()) {
            (None, None) => true,
            (Some((b'*', rest)), None) => is_range_containing(rest, text),
            (Some((b'*', rest)), Some((_, behind))) => {
                is_range_containing(rest, text) || is_range_containing(pattern, behind)
            }
            (Some((a, rest)), Some((b, behind))) => a == b && is_range_containing(rest, behind),
            _ => false,
        }
    }

    #[test]
    fn a_pattern_must_match_the_whole_text() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("*", "", true),
            ("a", "ab", false),
            ("A*", "ab", true),
            ("*b", "aB", true),
            ("ab*ba", "aba", false),
            ("*.test/*", "https://a.test/b", true),
        ] {
            assert_eq!(matches_glob(pattern, text), expected, "{pattern} {text}");
        }
    }

    proptest! {
        #[test]
        fn patterns_match_like_the_reference_implementation(pattern in "[ab*]{0,6}", text in "[ab]{0,8}") {
            prop_assert_eq!(matches_glob(&pattern, &text), is_range_containing(pattern.as_bytes(), text.as_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::Profile;

    fn outcome(load_when: &str, situation: &Situation) -> String {
        let text = format!(
            r#"{{"protocol":"actions.json","version":1,"tools":[],"states":[{{"name":"s"}},{{"name":"t"}}],"context":[{{"id":"c"{load_when}}}]}}"#
        );
        let profile = &Profile::PUBLISHED;
        let manifest = match CheckedManifest::check(wire::decode(&text).unwrap(), profile, None) {
            Ok(manifest) => manifest,
            Err(rejected) => return format!("rejected by {}", rejected.findings[0].rule),
        };
        let selection = manifest.select_context(situation);
        match selection.undecided.first() {
            Some(undecided) => format!("undecided by {}", undecided.predicates.join(" ")),
            None if selection.contexts.is_empty() => "left out".to_owned(),
            None => "loaded".to_owned(),
        }
    }

    #[test]
    fn all_predicates_must_hold_with_one_element_of_each_list() {
        let situation = Situation::new()
            .url("https://Shop.test/cart?n=1")
            .states(["s"])
            .targets(["prime.carousel"])
            .task("Buy a kettle.");
        for (load_when, expected) in [
            ("", "loaded"),
            (r#","load_when":{}"#, "loaded"),
            (r#","load_when":{"states":["t","s"]}"#, "loaded"),
            (r#","load_when":{"states":["t"]}"#, "left out"),
            (r#","load_when":{"states":[]}"#, "left out"),
            (
                r#","load_when":{"states":["s"],"url_contains":"/cart"}"#,
                "loaded",
            ),
            (
                r#","load_when":{"states":["s"],"url_contains":"/help"}"#,
                "left out",
            ),
            (r#","load_when":{"url_contains":"shop"}"#, "left out"),
            (
                r#","load_when":{"url_matches":"https://shop.test/*"}"#,
                "loaded",
            ),
            (
                r#","load_when":{"url_matches":"https://shop.test/"}"#,
                "left out",
            ),
            (
                r#","load_when":{"url_patterns":["*/help*","*/CART*"]}"#,
                "loaded",
            ),
            (r#","load_when":{"targets":["prime.carousel"]}"#, "loaded"),
            (
                r#","load_when":{"targets":[{"name":"prime.carousel"},"x"]}"#,
                "loaded",
            ),
            (r#","load_when":{"targets":["carousel"]}"#, "left out"),
            (
                r#","load_when":{"targets":[{"selector":"x"}]}"#,
                "undecided by targets",
            ),
            (r#","load_when":{"tasks":["sell","BUY"]}"#, "loaded"),
            (r#","load_when":{"task":"sell"}"#, "left out"),
            (r#","load_when":{"moon":"full"}"#, "undecided by moon"),
            (
                r#","load_when":{"moon":"full","tide":1,"states":["s"]}"#,
                "undecided by moon tide",
            ),
            (r#","load_when":{"moon":"full","states":["t"]}"#, "left out"),
        ] {
            assert_eq!(outcome(load_when, &situation), expected, "{load_when}");
        }
    }

    #[test]
    fn an_unknown_situation_loads_only_unconditional_context() {
        let nowhere = Situation::new();
        assert_eq!(outcome("", &nowhere), "loaded");
        for load_when in [
            r#"{"states":["s"]}"#,
            r#"{"url_contains":""}"#,
            r#"{"url_matches":"*"}"#,
            r#"{"task":""}"#,
            r#"{"targets":"a"}"#,
        ] {
            assert_eq!(
                outcome(&format!(r#","load_when":{load_when}"#), &nowhere),
                "left out",
                "{load_when}"
            );
        }
    }

    #[test]
    fn a_situation_is_created_from_a_runtime() {
        let mut runtimes = crate::runtimes::Runtimes::new();
        runtimes.ready(&crate::item::RuntimeReady::new("1", "https://a.test/"));
        let situation = Situation::from(runtimes.iter().next().unwrap());
        assert_eq!(situation, Situation::new().url("https://a.test/"));
    }
}
