//! Hints for common mistakes in messages, members, flags and files.

use crate::{
    input_layouts::{DOWN, RECORD, SURFACE},
    program::{file, run},
};

#[test]
fn faults_in_option_files_name_the_option_and_the_place() {
    let missing = format!(
        "{SURFACE}\n\n{{\"version\":\"v0.9\",\n \"updateComponents\":{{\"surfaceId\":\"s\",\"componets\":[]}}}}\n"
    );
    let again = format!("{SURFACE}\n{SURFACE}\n");
    let (convert, manifest) = (
        DOWN.as_slice(),
        r#"{"protocol":"actions.json","version":1,"tools":[]}"#,
    );
    let a2ui = ["check", "a2ui"].as_slice();
    let actions = ["check", "actions-json"].as_slice();
    for (command, flag, text, message) in [
        (
            convert,
            "--surface",
            &*missing,
            ":4:21: /updateComponents/components: the required member `components` is missing; add the member `components`, or rename `componets`",
        ),
        (
            convert,
            "--surface",
            &again,
            ":2:48: /createSurface/surfaceId: surface `s` already exists; delete the surface first, or use another id",
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\"s\",\n \"b.html\":7}",
            r#":2:11: /b.html: expected a surface id (a string), found a number; pass a table of canvas files and their surfaces, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--surface",
            &SURFACE.replace("createSurface", "createSurfce"),
            ":1:1: the message has no message key, only `createSurfce`; did you mean `createSurface`?",
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\"s\",\n \"b.html\"}",
            ":2:10: the member has no value; write `:` and a value after the name",
        ),
        (
            convert,
            "--manifest",
            &manifest.replace("\"version\":1", "\n\"version\":7"),
            ":2:11: /version: the version 7 is not supported (V2); `agent-ui check actions-json --profile published FILE` lists every finding",
        ),
        (
            a2ui,
            "--catalog",
            "{\n\"components\":{}}",
            ":1:1: /catalogId: the catalog is missing the required member `catalogId`; pass a catalog of components, as in {\"catalogId\":\"…\",\"components\":{}} or {\"inlineCatalogs\":[…]}",
        ),
        (
            convert,
            "--routes",
            RECORD,
            r#":1:1: expected a table of canvas files and their surfaces, found a message of aap; pass one, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--routes",
            "",
            r#":1:1: the file is empty; pass a table of canvas files and their surfaces, as in {"reports/x.html":"surface"}"#,
        ),
        (
            convert,
            "--routes",
            "{\"a.html\":\n\n",
            ":1:10: the text is truncated: it ends before a value; write the missing end of the text, at least `}`",
        ),
        (
            convert,
            "--manifest",
            " \n\n",
            r#":1:1: the file is empty; pass an actions.json manifest, as in {"protocol":"actions.json","version":1,"tools":[]}"#,
        ),
        (
            a2ui,
            "--catalog",
            "\n",
            ":1:1: the file is empty; pass a catalog of components, as in {\"catalogId\":\"…\",\"components\":{}} or {\"inlineCatalogs\":[…]}",
        ),
        (
            actions,
            "--dictionary",
            "",
            r#":1:1: the file is empty; pass a dictionary of primitives, as in {"primitives":[{"name":"pointer.click"}]}"#,
        ),
        (
            convert,
            "--surface",
            RECORD,
            ":1:1: expected an A2UI message that creates a surface, found a message of aap; pass one, as in {\"version\":\"v0.9\",\"createSurface\":{\"surfaceId\":\"main\",\"catalogId\":\"…\"}}",
        ),
        (
            actions,
            "--dictionary",
            RECORD,
            r#":1:1: expected a dictionary of primitives, found a message of aap; pass one, as in {"primitives":[{"name":"pointer.click"}]}"#,
        ),
        (
            actions,
            "--dictionary",
            "[]",
            ":1:1: expected a dictionary of primitives, found an array; pass one, as in {\"primitives\":[{\"name\":\"pointer.click\"}]}",
        ),
    ] {
        let file = file(text);
        let ran = run(&[command, &[flag, &file]].concat(), manifest);
        let expected = format!(
            "agent-ui: {flag} {file}{}\n",
            message.replace("FILE", &file)
        );
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
    for flag in ["--surface", "--routes", "--manifest", "--carry-key"] {
        let ran = run(&[convert, &[flag, "/no/such"]].concat(), RECORD);
        let expected =
            format!("agent-ui: {flag} /no/such: No such file or directory (os error 2)\n");
        assert_eq!((ran.status, &*ran.err), (2, &*expected));
    }
}

#[test]
fn the_types_of_every_protocol_are_listed() {
    for command in ["decode", "check", "schema"] {
        let help = run(&[command, "--types"], "").out;
        for name in [
            "SubmitRequest",
            "ListResponse",
            "AgentMessage",
            "CanvasState",
            "Manifest",
            "ListToolsResult",
        ] {
            assert!(help.contains(name), "{command}: {name}");
        }
    }
    assert!(run(&["help", "convert"], "").out.contains("CanvasMessage"));
}
