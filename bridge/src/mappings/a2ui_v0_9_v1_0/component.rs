//! Translation of components between A2UI 0.9 and 1.0, and the names of component keys in both versions.
//!
//! Specification: [A2UI 1.0, The component object](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#the-component-object).

mod backward;
mod forward;
mod heading;

pub(super) use backward::{backward, is_partly_in_0_9, property_in_0_9};
pub(super) use forward::{forward, property_in_1_0};

use crate::{
    Verdict::{Copied, Encoded},
    lens::FieldMap,
};
use a2ui::Notation;
use wire::{Payload, Pointer};

/// The keys of a 1.0 component that are properties in 0.9: their names in the current notation, and in 0.9.
const KEYS: [(&str, &str); 2] = [("@accessibility", "accessibility"), ("@checks", "checks")];

/// Returns the name that a key has in a notation.
fn key(key: &'static str, notation: Notation) -> &'static str {
    if notation.has_marked_keys() {
        key
    } else {
        key.strip_prefix('@').unwrap_or(key)
    }
}

/// Returns `true` if the name of a 0.9 property has another meaning in this notation of 1.0.
fn is_taken(name: &str, notation: Notation) -> bool {
    match name.strip_prefix('@') {
        // Keys are read under their current names in every notation.
        Some(name) => notation.has_marked_keys() || is_unmarked_key(name),
        None => !notation.has_marked_keys() && is_unmarked_key(name),
    }
}

/// Returns `true` if notations without marks have a key of this name, which 0.9 lacks.
fn is_unmarked_key(name: &str) -> bool {
    matches!(name, "catalogId" | "metadata")
}

/// Returns the name of a 1.0 property in 0.9, even if 0.9 lacks the property.
pub(super) fn plain_name(name: &str) -> &str {
    match KEYS.iter().find(|(key, _)| name == *key) {
        Some((_, plain)) => plain,
        None => name,
    }
}

/// Returns the verdict for a value that keeps its name.
fn verdict(old: &Payload, new: &Payload, fields: &FieldMap) -> crate::Verdict {
    if fields.are_same(old, new) {
        Copied
    } else {
        Encoded
    }
}

/// Records that a property of the source is visible in a property of the target.
fn show(fields: &mut FieldMap, from: (&Pointer, &str), to: (&Pointer, &str)) {
    if fields.is_wanted() {
        fields.show(from.0.member(from.1), to.0.member(to.1));
    }
}

/// Returns the name of a 0.9 property in 1.0, even if the name has another meaning there.
pub(super) fn name_in_1_0(name: &str, notation: Notation) -> &str {
    match KEYS.iter().find(|(_, plain)| name == *plain) {
        Some((marked, _)) => key(marked, notation),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use crate::{AnyMessage, Carry, Context, Dialect, Translator};
    use Dialect::{A2ui0_9, A2ui0_10, A2ui1_0, A2ui1_0Aug, A2ui1_0June};
    use a2ui::Message;

    fn text(word: &str, properties: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":"Text",{properties}}}]}}}}"#
        )
    }

    /// Translates a message without a surface and without a carry.
    fn translate(from: Dialect, to: Dialect, text: &str) -> String {
        let mut translator = Translator::new(from, to, Context::default()).unwrap();
        let message: AnyMessage = Message::read(text).unwrap().into();
        translator
            .push(message, Carry::default())
            .unwrap()
            .outputs
            .remove(0)
            .message
            .encode()
            .unwrap()
    }

    fn template(template: &str) -> String {
        let template = wire::Payload::string(template);
        let template = template.text();
        format!(r#""text":{{"call":"formatString","args":{{"value":{template}}}}}"#)
    }

    #[test]
    fn headings_become_markdown_in_the_text() {
        for (old, new) in [
            (
                r#""variant":"h2","text":"Harbour""#,
                r###""text":"## Harbour""###.to_owned(),
            ),
            (
                r#""variant":"h1","text":{"path":"/a/0"}"#,
                template("# ${/a/0}"),
            ),
            (
                r#""variant":"h5","text":{"path":"b-c_d.e"}"#,
                template("##### ${b-c_d.e}"),
            ),
            (
                r#""variant":"h3","text":{"call":"formatString","args":{"value":"At ${t}"}}"#,
                template("### At ${t}"),
            ),
            (
                r#""variant":"h3","text":{"call":"formatDate","args":{"value":{"path":"/t"},"format":"h:mm a"}}"#,
                template("### ${formatDate(value: ${/t}, format: 'h:mm a')}"),
            ),
            (
                r#""variant":"h4","text":{"call":"f","args":{"n":1.5,"b":true,"c":{"call":"g","args":{}}}}"#,
                template("#### ${f(n: 1.5, b: true, c: ${g()})}"),
            ),
        ] {
            let (old, new) = (text("v0.9", old), text("v1.0", &new));
            assert_eq!(translate(A2ui0_9, A2ui1_0Aug, &old), new);
        }
    }

    #[test]
    fn a_bound_text_that_no_template_can_express_loses_its_heading() {
        for kept in [
            r#"{"path":"/a b"}"#,
            r#"{"path":"/a~1b"}"#,
            r#"{"path":"0/a"}"#,
            r#"{"path":"true"}"#,
            r#"{"path":""}"#,
            r#"{"call":"f","args":{"a":"it's"}}"#,
            r#"{"call":"f","args":{"a":-1}}"#,
            r#"{"call":"f","args":{"a":[1]}}"#,
            r#"{"call":"f","args":{"a b":1}}"#,
        ] {
            let old = text("v0.9", &format!(r#""variant":"h1","text":{kept}"#));
            let new = text("v1.0", &format!(r#""text":{kept}"#));
            assert_eq!(translate(A2ui0_9, A2ui1_0Aug, &old), new);
        }
    }

    #[test]
    fn a_bound_heading_returns_to_its_variant() {
        for (new, old) in [
            (
                template("# ${/a}"),
                r#""text":{"path":"/a"},"variant":"h1""#.to_owned(),
            ),
            (
                template("##### ${a}"),
                r#""text":{"path":"a"},"variant":"h5""#.to_owned(),
            ),
            (template("###### ${a}"), template("###### ${a}")),
            (template("# ${a} ${b}"), template("# ${a} ${b}")),
            (template("#  ${a}"), template("#  ${a}")),
            (template("# ${f()}"), template("# ${f()}")),
            (template("* ${a}"), template("* ${a}")),
            (
                format!(r#""variant":"caption",{}"#, template("# ${a}")),
                format!(r#""variant":"caption",{}"#, template("# ${a}")),
            ),
        ] {
            assert_eq!(
                translate(A2ui1_0Aug, A2ui0_9, &text("v1.0", &new)),
                text("v0.9", &old)
            );
        }
    }

    /// Creates an update with one component.
    fn update(word: &str, component: &str) -> String {
        format!(
            r#"{{"version":"{word}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a",{component}}}]}}}}"#
        )
    }

    /// Translates an update. Returns the target, the places of losses, and `true` if the back-translation equals the
    /// source.
    fn outcome_of(from: Dialect, to: Dialect, text: &str) -> (String, Vec<String>, bool) {
        let message =
            AnyMessage::read(&wire::Payload::parse(text).unwrap(), from, to.protocol()).unwrap();
        let mut there = Translator::new(from, to, Context::default()).unwrap();
        let mut back = Translator::new(to, from, Context::default()).unwrap();
        let made = there
            .push(message.clone(), Carry::default())
            .unwrap()
            .outputs
            .remove(0);
        let losses = made.notes.iter().filter(|note| note.is_loss(false));
        let at = "/updateComponents/components/0";
        let losses = losses.filter_map(|note| note.from.as_str().strip_prefix(at));
        let mut losses: Vec<String> = losses.map(str::to_owned).collect();
        losses.sort();
        let text = made.message.encode().unwrap();
        let again = back
            .push(made.message, made.carry)
            .unwrap()
            .outputs
            .remove(0)
            .message;
        (text, losses, again == message)
    }

    const INDEX: &str = r#"{"@call":"@index","args":{"offset":1}}"#;

    #[test]
    fn calls_that_depend_on_a_list_index_are_noted_and_restored() {
        let row = r#"{"@call":"formatString","args":{"value":"${@index()} of ${/n}"}}"#;
        let shorter = r#"{"call":"formatString","args":{"value":" of ${/n}"}}"#;
        let link = format!(r#"{{"@call":"openUrl","args":{{"url":{row}}}}}"#);
        let check = |condition: &str| format!(r#"{{"condition":{condition},"message":"m"}}"#);
        let least = format!(r#"{{"@call":"numeric","args":{{"value":{INDEX},"min":1}}}}"#);
        for (new, old, losses) in [
            (
                format!(r#""component":"Text","text":{INDEX}"#),
                r#""component":"Text","text":"""#.to_owned(),
                vec!["/text"],
            ),
            (
                format!(r#""component":"Text","text":{row}"#),
                format!(r#""component":"Text","text":{shorter}"#),
                vec!["/text/args/value"],
            ),
            (
                format!(r#""component":"Slider","max":9,"value":{INDEX},"label":{INDEX}"#),
                r#""component":"Slider","max":9,"value":0"#.to_owned(),
                vec!["/label", "/value"],
            ),
            // The requirements of other catalogs are unknown.
            (
                format!(r#""component":"Own","text":{INDEX}"#),
                r#""component":"Own""#.to_owned(),
                vec!["/text"],
            ),
            (
                format!(
                    r#""component":"Tabs","tabs":[{{"title":{INDEX},"child":"b"}},{{"title":{row},"child":"c"}}]"#
                ),
                format!(
                    r#""component":"Tabs","tabs":[{{"child":"b","title":""}},{{"title":{shorter},"child":"c"}}]"#
                ),
                vec!["/tabs/0/title", "/tabs/1/title/args/value"],
            ),
            // Sent values are complete or absent.
            (
                format!(
                    r#""component":"Button","action":{{"event":{{"name":"n","context":{{"a":{row},"b":{INDEX},"c":1}}}}}}"#
                ),
                r#""component":"Button","action":{"event":{"name":"n","context":{"c":1}}}"#
                    .to_owned(),
                vec!["/action/event/context/a", "/action/event/context/b"],
            ),
            (
                format!(r#""component":"Button","action":{{"functionCall":{link}}}"#),
                r#""component":"Button","action":{"event":{"name":"openUrl"}}"#.to_owned(),
                vec!["/action/functionCall"],
            ),
            (
                format!(
                    r#""component":"Button","@checks":[{},{}]"#,
                    check(&least),
                    check(r#"{"@path":"/n"}"#)
                ),
                format!(
                    r#""component":"Button","checks":[{}]"#,
                    check(r#"{"path":"/n"}"#)
                ),
                vec!["/@checks/0/condition", "/@checks/0/message"],
            ),
        ] {
            let (new, old) = (update("1.0", &new), update("v0.9", &old));
            assert_eq!(outcome_of(A2ui1_0, A2ui0_9, &new).0, old);
            assert_eq!(outcome_of(A2ui1_0, A2ui0_9, &new).1, losses, "{new}");
            assert!(outcome_of(A2ui1_0, A2ui0_9, &new).2, "{new}");
            // August's notation is the same without marks.
            let august = new
                .replace(r#""@call""#, r#""call""#)
                .replace("@path", "path")
                .replace("@checks", "checks");
            let august = august.replace(r#""1.0""#, r#""v1.0""#);
            assert_eq!(outcome_of(A2ui1_0Aug, A2ui0_9, &august).0, old);
            assert!(outcome_of(A2ui1_0Aug, A2ui0_9, &august).2, "{august}");
        }
    }

    #[test]
    fn members_of_calls_and_events_absent_from_0_9_are_noted_and_restored() {
        for (new, old, losses) in [
            (
                r#""component":"Button","action":{"functionCall":{"@call":"openUrl","catalogId":"c","args":{"url":"u"}}}"#,
                r#""component":"Button","action":{"functionCall":{"call":"openUrl","args":{"url":"u"}}}"#,
                vec!["/action/functionCall/catalogId"],
            ),
            (
                r#""component":"Button","@checks":[{"condition":{"@call":"f","catalogId":"c"},"message":"m"}]"#,
                r#""component":"Button","checks":[{"condition":{"call":"f"},"message":"m"}]"#,
                vec!["/@checks/0/condition/catalogId"],
            ),
            (
                r#""component":"Text","text":{"@call":"f","args":{"a":{"@call":"g","catalogId":"c"}}}"#,
                r#""component":"Text","text":{"call":"f","args":{"a":{"call":"g"}}}"#,
                vec!["/text/args/a/catalogId"],
            ),
            (
                r#""component":"Button","action":{"event":{"name":"n","userMessage":"u","context":{"catalogId":"c"}}}"#,
                r#""component":"Button","action":{"event":{"name":"n","context":{"catalogId":"c"}}}"#,
                vec!["/action/event/userMessage"],
            ),
            (
                r#""component":"Button","action":{"event":{"name":"n","context":{"a":{"b":1},"c":2}}}"#,
                r#""component":"Button","action":{"event":{"name":"n","context":{"c":2}}}"#,
                vec!["/action/event/context/a"],
            ),
            (
                r#""component":"Icon","name":{"svgPath":{"@path":"/shape"}}"#,
                r#""component":"Icon","name":"help""#,
                vec!["/name/svgPath"],
            ),
            (
                r#""component":"Text","@accessibility":{"label":"l","live":"off","hidden":{"@path":"/h"}}"#,
                r#""component":"Text","accessibility":{"label":"l"}"#,
                vec!["/@accessibility/hidden", "/@accessibility/live"],
            ),
        ] {
            let (new, old) = (update("1.0", new), update("v0.9", old));
            let losses = losses.into_iter().map(str::to_owned).collect();
            assert_eq!(outcome_of(A2ui1_0, A2ui0_9, &new), (old, losses, true));
        }
    }

    #[test]
    fn an_unknown_member_of_a_0_9_call_is_not_copied_if_1_0_defines_it() {
        let old = update(
            "v0.9",
            r#""component":"Text","text":{"call":"f","catalogId":"c"}"#,
        );
        let new = update("1.0", r#""component":"Text","text":{"@call":"f"}"#);
        assert_eq!(
            outcome_of(A2ui0_9, A2ui1_0, &old),
            (new, vec!["/text".to_owned()], true)
        );
    }

    #[test]
    fn june_and_the_draft_agree_on_calls_and_events() {
        let june = update(
            "v1.0",
            r#""component":"Button","label":{"call":"@index"},"action":{"event":{"name":"n","wantResponse":true,"context":{"a":{"call":"f","callableFrom":"clientOnly"},"b":{"call":"@index","args":{}}}}}"#,
        );
        let old = update(
            "v0.9",
            r#""component":"Button","action":{"event":{"name":"n","context":{"a":{"call":"f"}}}}"#,
        );
        let losses = [
            "/event/context/a/callableFrom",
            "/event/context/b",
            "/event/wantResponse",
        ];
        let mut losses: Vec<String> = losses.iter().map(|at| format!("/action{at}")).collect();
        losses.push("/label".to_owned());
        assert_eq!(
            outcome_of(A2ui1_0June, A2ui0_9, &june),
            (old.clone(), losses.clone(), true)
        );
        let draft = june.replace(r#""v1.0""#, r#""v0.10""#);
        assert_eq!(outcome_of(A2ui0_10, A2ui0_9, &draft), (old, losses, true));
    }
}
