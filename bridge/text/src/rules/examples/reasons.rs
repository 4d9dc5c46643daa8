//! The reasons of the rules without an example: why each rule matters.

/// The names of rules, each with the sentence that states why the rule matters.
pub(super) const REASONS: &[(&str, &str)] = &[
    (
        "fold/not-rebuilt",
        "The surface that the written messages build lacks this part.",
    ),
    (
        "fold/not-resolved",
        "Templates can repeat a component more often than any client can show it.",
    ),
    (
        "stream/protocol",
        "Messages of other protocols have no components that could be read early.",
    ),
    (
        "document-too-large",
        "A check of the document would delay every answer of the server.",
    ),
    (
        "schema/option",
        "The schema would describe other messages than the ones that were asked for.",
    ),
    (
        "schema/too-large",
        "The vendor refuses every request with the schema.",
    ),
    (
        "encoding",
        "JSON is exchanged in UTF-8, so other readers refuse or damage the text.",
    ),
    (
        "depth",
        "Deeply nested input exhausts the stack of many readers.",
    ),
    (
        "byte-order-mark",
        "Some readers refuse a text that begins with a byte order mark.",
    ),
    (
        "utf-16",
        "JSON is exchanged in UTF-8, so other readers refuse the text.",
    ),
    (
        "unread-files",
        "A message in one of these files is not part of the result.",
    ),
    (
        "empty-input",
        "A wrong file name or an empty pipe would otherwise look like success.",
    ),
    (
        "more-findings",
        "A long list hides the first mistake, which often causes the others.",
    ),
    (
        "inferred-protocol",
        "If the protocol is not the intended one, all other findings are misleading.",
    ),
    (
        "frame/beside",
        "Data in the other members of the frame does not reach the target.",
    ),
    (
        "list/beside",
        "Data in the other members does not reach the target.",
    ),
    ("json-depth", "A2UI's own clients refuse the message."),
    (
        "version",
        "A client cannot know which messages the agent understands.",
    ),
    ("other-notation", "Clients show the binding as plain data."),
    ("code", "The code decides which members the error has."),
    ("messages", "A client cannot find the messages."),
    ("two-words", "Agents and clients read different values."),
    ("function-list", "An agent cannot find the functions."),
    (
        "function-definition",
        "An agent cannot know how to call the function.",
    ),
    (
        "not-a-schema",
        "Nothing can be checked against another value.",
    ),
    (
        "allowed-callers",
        "Without the interaction, a browser blocks the function.",
    ),
    (
        "client-message",
        "A client that shows surfaces does not expect the message.",
    ),
    (
        "a2ui-1.0/component-id",
        "One of the two components would replace the other one.",
    ),
    (
        "catalog/unreadable",
        "Without the catalog, components cannot be checked.",
    ),
    (
        "not-a-reference",
        "A client cannot find the component that is meant.",
    ),
    (
        "unallowed-child",
        "The parent cannot show a child of this type.",
    ),
    ("unallowed-parent", "The component has no effect elsewhere."),
    ("range", "Clients refuse the component, or cut the value."),
    ("uri", "Clients cannot load or open another text."),
    (
        "no-alternative",
        "The value has none of the forms that a client can read.",
    ),
    (
        "component-depth",
        "A2UI's own clients stop drawing at this depth.",
    ),
    (
        "not-a-container",
        "A text or a number has no members to write.",
    ),
    (
        "too-many-bytes",
        "An agent could otherwise fill the memory of a client.",
    ),
    (
        "budget",
        "An agent could otherwise fill the memory of a client.",
    ),
    (
        "too-long",
        "An agent could otherwise fill the memory of a client.",
    ),
    ("not-bound", "The value would be lost at the next update."),
    (
        "not-an-input",
        "Other components show values and do not take any.",
    ),
    (
        "input-kind",
        "The agent expects a value of the type that its component takes.",
    ),
    ("argument", "The function cannot compute a value."),
    (
        "call-arguments",
        "An agent could otherwise keep a client busy.",
    ),
    ("call-depth", "A2UI's own clients refuse deeper calls."),
    (
        "malformed-value",
        "A client cannot tell whether it is a binding, a call or data.",
    ),
    ("pattern", "A client cannot check the input."),
    (
        "pattern-unsupported",
        "A short input could block the host for minutes.",
    ),
    (
        "regex-feature",
        "The build cannot tell whether the input is right.",
    ),
    ("index-scope", "Without a template, nothing is repeated."),
    (
        "effect",
        "Opening a page or showing a message is up to the host.",
    ),
    (
        "check",
        "An input that cannot be checked must not pass as right.",
    ),
    ("limit", "An agent could otherwise keep a client busy."),
    (
        "undeclared-action",
        "The user cannot have clicked a component without an action.",
    ),
    (
        "failed-checks",
        "The agent relies on the checks that it has stated.",
    ),
    (
        "malformed-action",
        "An agent cannot know what the user did.",
    ),
    (
        "function-call",
        "The client runs the function itself, so the agent gets no message.",
    ),
    (
        "context-call",
        "The value would have to be computed before it is sent.",
    ),
    (
        "surface-collision",
        "Messages of one agent must not change the surface of another one.",
    ),
    (
        "unowned-surface",
        "Without an owner, the action has no receiver.",
    ),
    (
        "ambiguous-owner",
        "A message must not reach an agent that does not own its surface.",
    ),
    (
        "nameless-message",
        "Without a surface, the owner cannot be found.",
    ),
    (
        "unreadable-surface",
        "Without a readable surface, the owner cannot be found.",
    ),
    (
        "unknown-call",
        "An agent must not receive results that it did not ask for.",
    ),
    (
        "not-a-file-name",
        "Providers store each record in a file with its id.",
    ),
    (
        "too-deep",
        "Providers and agents may be unable to read the data.",
    ),
    ("too-large", "Providers refuse large records."),
    (
        "not-a-notification",
        "An agent cannot find the record that is meant.",
    ),
    ("unknown-type", "Windows ignore messages of other types."),
    ("missing-field", "The provider refuses the request."),
    ("dropped-member", "Its value never reaches the agent."),
    (
        "unreadable",
        "The agent would find a record that it cannot read.",
    ),
    (
        "not-a-string",
        "Providers turn the value into a text, and agents expect one.",
    ),
    (
        "half-surrogate",
        "A half of a character cannot be stored in UTF-8.",
    ),
    (
        "repair/byte-order-mark",
        "Some readers refuse a text that begins with a byte order mark.",
    ),
    (
        "aap/not-a-string",
        "The value in the target is a text, which differs from the source.",
    ),
    (
        "aap/half-surrogate",
        "The text in the target differs from the source.",
    ),
    (
        "file-name-form",
        "Providers list records in the order of their file names.",
    ),
    (
        "file-name-timestamp",
        "Providers list records in the order of their file names.",
    ),
    (
        "file-name-id",
        "Agents find a record by the id in its file name.",
    ),
    (
        "dots",
        "The name is a part of paths, and dots lead to other folders.",
    ),
    ("character", "The name is a part of paths and file names."),
    (
        "channel-kind",
        "The message reaches the wrong part of the host.",
    ),
    (
        "url-http",
        "Clients load contents only over http and https.",
    ),
    (
        "uri-scheme",
        "Clients and hosts find canvases by the scheme.",
    ),
    (
        "uri-authority",
        "A channel belongs to its connection and names no server.",
    ),
    ("uri-suffix", "Two URIs of one canvas would look different."),
    (
        "uri-character",
        "Clients read such a URI in different ways.",
    ),
    ("uri-encoding", "Clients read such a URI in different ways."),
    ("uri-empty", "An empty part names nothing."),
    (
        "uri-dot-segment",
        "Readers that resolve `..` find another canvas.",
    ),
    (
        "uri-segments",
        "Clients find the parts of a URI by their position.",
    ),
    (
        "unknown-session",
        "A message about a session that does not exist has no effect.",
    ),
    ("session-exists", "The earlier session would be lost."),
    (
        "unknown-canvas",
        "A message about a canvas that does not exist has no effect.",
    ),
    ("unknown-kind", "The host cannot create the canvas."),
    ("instance-taken", "The earlier instance would be lost."),
    (
        "channel-taken",
        "Two canvases would receive the same messages.",
    ),
    ("invalid-channel", "Clients cannot subscribe to the canvas."),
    (
        "unavailable",
        "The provider of the canvas is not there to answer.",
    ),
    ("busy", "Two changes at a time could contradict each other."),
    (
        "cleared-availability",
        "A canvas always has an availability.",
    ),
    (
        "other-answer",
        "The caller would take the result for that of another call.",
    ),
    (
        "own-action",
        "The host ignores the action, or ends the connection.",
    ),
    (
        "no-state",
        "A change means nothing without the state that it changes.",
    ),
    (
        "own-member",
        "A later version of AHP could give the member another meaning.",
    ),
    ("unwritable", "The message cannot be sent."),
    (
        "not-connected",
        "Without a connection, the message is lost.",
    ),
    (
        "ahp/other-traffic",
        "The other protocols have no messages for it.",
    ),
    (
        "ahp/out-of-scope",
        "The other protocols have no messages for it.",
    ),
    (
        "ahp/unknown-state",
        "The result would show only the change.",
    ),
    (
        "ahp/invalid-action",
        "The state of the program would differ from that of the clients.",
    ),
    (
        "ahp/unknown-reducer",
        "The result of an unknown reducer cannot be computed.",
    ),
    (
        "ahp-canvas/no-canvas",
        "Without a canvas, there is nothing to translate.",
    ),
    (
        "other-event",
        "Listeners wait for the declared event and miss this one.",
    ),
    (
        "undeclared",
        "The other side does not know what the name means.",
    ),
    ("ambiguous", "The call could reach the wrong tool."),
    ("wrong-direction", "The other side does not listen for it."),
    (
        "disabled",
        "The page has decided not to send or receive the signal.",
    ),
    ("payload-invalid", "The receiver relies on the schema."),
    ("schema-unusable", "Payloads cannot be checked."),
    (
        "value-unusable",
        "Whether the value is right cannot be decided.",
    ),
    ("unchecked", "A wrong payload would pass."),
    ("not-a-reply", "The caller waits for an answer to its call."),
    ("without-call", "The caller cannot find the call."),
    (
        "without-runtime",
        "The caller cannot tell which page has answered.",
    ),
    (
        "unknown",
        "A page must not answer calls that were not made.",
    ),
    ("foreign", "A page must not answer calls of another one."),
    ("late", "The caller has already gone on without the answer."),
    (
        "mcp-tool",
        "Clients refuse the whole list because of one tool.",
    ),
    ("route/none", "The target has no message with this meaning."),
    (
        "route/not-enabled",
        "A build with the protocol could translate the message.",
    ),
    (
        "lens/no-inverse",
        "The losses of the translation cannot be measured.",
    ),
    ("form/another", "The caller could not use the result."),
    (
        "strict/depends",
        "Its translation would be about a state that the target does not have.",
    ),
    (
        "session/too-many-bytes",
        "A session could otherwise fill the memory.",
    ),
    (
        "translator/paranoid",
        "A loss that is not stated would go unnoticed.",
    ),
    (
        "translator/dialect",
        "Messages of another or an unknown dialect would be misread.",
    ),
    (
        "translator/version",
        "The saved state of another version may mean something else.",
    ),
    (
        "a2ui-0.9/version",
        "The member is written as the target requires.",
    ),
    (
        "a2ui-aap/message",
        "AAP stores what users do, and no surfaces.",
    ),
    (
        "aap-a2ui/version",
        "The record does not show which form the action has.",
    ),
    (
        "aap-a2ui/check",
        "The agent relies on the checks that it has stated.",
    ),
    ("aap-request/timestamp", "Records are sorted by their time."),
    (
        "aap-request/canvas-file",
        "A record without its page cannot be found.",
    ),
    (
        "aap-request/type",
        "Only requests that ask for a record become one.",
    ),
    (
        "actions-json-aap/item",
        "Calls and results are not interactions of a user.",
    ),
    (
        "actions-json-aap/url",
        "The canvas file of the record comes from the URL.",
    ),
    ("actions-json-ahp/valid", "A wrong tool would reach agents."),
    (
        "ahp-actions-json/valid",
        "A wrong action would reach agents.",
    ),
    (
        "actions-json-mcp/valid",
        "Clients refuse the whole list because of one wrong tool.",
    ),
    ("mcp-actions-json/valid", "A wrong tool would reach agents."),
    (
        "mcp-versions/valid",
        "Clients refuse the whole list because of one wrong tool.",
    ),
    (
        "responses-actions-json/item",
        "Other items are texts and reasoning, which pages do not receive.",
    ),
    (
        "ahp-canvas-1.0/url",
        "Clients load the contents from this address.",
    ),
    ("forms/no-components", "There is nothing to show yet."),
    ("forms/no-button", "The form would have no answer."),
    (
        "forms/secret",
        "Servers may ask for secrets only on a page of their own.",
    ),
    (
        "forms/several-choices",
        "A property has one value in this version.",
    ),
    (
        "forms/url-mode",
        "The request cannot name a page in this version.",
    ),
    ("forms/request", "The question cannot be shown."),
    (
        "forms/url",
        "Other addresses may run a program or read a file.",
    ),
    ("forms/property", "No input of A2UI has another value."),
    ("forms/version", "A2UI 0.8 has no checks and calls."),
    (
        "forms/answer",
        "The action would contain values that the agent does not expect.",
    ),
    ("forms/action", "The action does not name the question."),
    (
        "cards/depth",
        "Clients of A2UI refuse components that nest too deeply.",
    ),
    (
        "cards/action",
        "The action does not name the action of a card.",
    ),
    ("cards/no-components", "There is nothing to show yet."),
    ("cards/version", "Hosts refuse cards of other versions."),
    (
        "cards/secret",
        "Inputs of earlier versions show what the user types.",
    ),
    (
        "cards/size",
        "The host refuses the card, and the user sees nothing.",
    ),
    (
        "cards/submit",
        "The action would contain values that the agent does not expect.",
    ),
    ("blocks/no-components", "There is nothing to show yet."),
    ("blocks/secret", "Slack shows and stores what a user types."),
    ("blocks/unknown-modal", "The surface has no such content."),
    (
        "blocks/event",
        "The action would contain values that the agent does not expect.",
    ),
    (
        "blocks/reference",
        "Slack refuses longer ids, and the click could not be answered.",
    ),
    (
        "blocks/too-large",
        "Clients of A2UI refuse larger surfaces.",
    ),
    (
        "blocks/action",
        "The action does not name the element of a block.",
    ),
    (
        "blocks/value",
        "Slack asks the user again instead of sending such values.",
    ),
    (
        "carry/unreadable",
        "The fields in the carry cannot be restored.",
    ),
    (
        "carry/count",
        "A carry would restore fields of another message.",
    ),
    (
        "translator/unknown-root",
        "The agent would receive the id of a component that it has not sent.",
    ),
    (
        "bridge/checks",
        "The bridge does not know the surfaces of earlier messages.",
    ),
    (
        "checker/protocol",
        "Messages of an unknown protocol have no rules.",
    ),
    (
        "carry/copy",
        "The carry would be ignored, and the message would lose its id and other hidden fields.",
    ),
    (
        "carry/other-message",
        "A carry would restore the id and other hidden fields of another message.",
    ),
    ("carry/ignored", "The fields in the carry are not restored."),
    ("carry/no-seal", "Anyone could have written the carry."),
    ("carry/wrong-seal", "Anyone could have written the carry."),
    (
        "carry/damaged",
        "A damaged carry would restore wrong values.",
    ),
    (
        "carry/layer",
        "The note shows what became of the fields of an earlier translation.",
    ),
    (
        "carry/no-room",
        "The lost fields cannot travel inside the message.",
    ),
    (
        "carry/too-big",
        "Messages with large carries are slow, and peers may refuse them.",
    ),
    ("carry/too-deep", "Readers may be unable to read the value."),
    (
        "losses",
        "The lost data cannot be restored from the output alone.",
    ),
    (
        "unchanged-output",
        "The file does not show the result of this run.",
    ),
    ("unmet-surface", "A wrong surface id is the usual reason."),
    (
        "unmet-component",
        "A wrong component id is the usual reason.",
    ),
    ("fix/left-out", "The mistake is still in the text."),
    ("dry-run", "The page would stop at the same step."),
    ("record-line", "A record needs all three of them."),
    (
        "fold/protocol",
        "Messages of other protocols do not build on each other.",
    ),
    (
        "profile/unknown",
        "Another profile would judge by other rules.",
    ),
    (
        "protocol/unknown",
        "A wrong guess would report wrong mistakes.",
    ),
    (
        "protocol/not-enabled",
        "A build with the protocol could read the text.",
    ),
    ("type/unknown", "The text cannot be read without its type."),
    ("schema", "The type cannot be described."),
    (
        "context/unreadable",
        "The translation would be without the value.",
    ),
    (
        "context/unknown-member",
        "A misspelt member would have no effect.",
    ),
    ("conformance/dialect", "The question cannot be answered."),
    ("show/nothing", "The page would be empty."),
    (
        "show/no-surface",
        "The user cannot see what the message is about.",
    ),
    ("show/no-action", "The agent expects what the user did."),
    ("show/error", "The agent does not learn of the error."),
    (
        "show/data-model",
        "The agent does not receive the data that it asked for.",
    ),
    ("serve/agent", "The users of the agent get no answers."),
    (
        "serve/event",
        "The other events have no counterpart for these clients.",
    ),
    (
        "serve/store",
        "After a restart, the latest changes may be missing.",
    ),
    (
        "serve/limit",
        "Further clients are refused until others leave.",
    ),
    (
        "serve/open-files",
        "New connections fail when the system has no more open files.",
    ),
    (
        "serve/bot-message",
        "The users of the conversation do not see the message.",
    ),
    (
        "serve/bot-request",
        "Others could otherwise act as users of the platform.",
    ),
    (
        "serve/bot-address",
        "The platform stores the address, and does not reach the bot at another one.",
    ),
    (
        "serve/host",
        "A page of another site could otherwise reach the server by a name of its own.",
    ),
    (
        "serve/origin",
        "A page of another site could otherwise act for the user.",
    ),
    (
        "serve/certificate",
        "Clients refuse an expired certificate.",
    ),
    (
        "serve/user",
        "A user must not see the sessions of another one.",
    ),
    (
        "serve/manifest",
        "The wrong parts of the manifest are not offered.",
    ),
    ("serve/page", "The wrong message has no effect."),
    (
        "serve/other-surface",
        "A canvas must not act for the surface of another one.",
    ),
    ("manifest", "The tools cannot be found."),
    ("import", "The tools of the import are missing."),
    (
        "input/data-model",
        "The data model does not reach the agent.",
    ),
    ("input/direction", "Other messages are for clients only."),
    (
        "input/function-call",
        "The client runs the function itself, so the agent gets no message.",
    ),
    (
        "input/unknown-component",
        "The user cannot have clicked a component that does not exist.",
    ),
    ("input/lost", "The agent does not receive the field."),
    (
        "slack/not-shown",
        "The users of Slack do not see this part.",
    ),
    (
        "teams/not-shown",
        "The users of Teams do not see this part.",
    ),
    (
        "carrier/double",
        "A large number changes, such as an id with 17 digits.",
    ),
    (
        "carrier/order",
        "A reader that depends on the order shows something else.",
    ),
    (
        "carrier/prototype",
        "The client would end the whole answer, so the member is left out.",
    ),
    (
        "worker/session-name",
        "The name is part of a subject, whose length is limited.",
    ),
    (
        "worker/route",
        "The worker cannot know which protocols to translate.",
    ),
    ("adaptive-cards/size", "The host refuses the message."),
    ("worker/message-size", "The server refuses larger messages."),
    ("worker/object", "The input cannot be read."),
    ("worker/utf-8", "The input cannot be read."),
    (
        "worker/broken-session",
        "Its later messages would be translated from a wrong state.",
    ),
    (
        "worker/panic",
        "The input is put aside, so that others are translated.",
    ),
    (
        "worker/attempts",
        "The input is put aside, so that others are translated.",
    ),
    (
        "python/dialect",
        "The text cannot be read without its protocol.",
    ),
    ("python/type", "Other values cannot be written as JSON."),
    ("python/key", "JSON has no other keys."),
    (
        "python/number",
        "JSON has no infinity, and larger integers need too much time.",
    ),
    ("python/depth", "Deeper values exhaust the stack."),
    ("python/circle", "JSON cannot express it."),
    ("python/closed", "Its state has been freed."),
    ("python/argument", "The call cannot be carried out."),
    (
        "python/edited",
        "The text would silently undo the changes of the value.",
    ),
    ("js/type", "Other values cannot be written as JSON."),
    (
        "js/option",
        "The call would ignore the option, such as a misspelt `strict`.",
    ),
    ("js/carry", "One of the two carries would be ignored."),
    (
        "js/edited",
        "The call would send the text without the edit.",
    ),
    (
        "js/this",
        "JavaScript calls a detached method without its object.",
    ),
    ("js/number", "JSON has no infinity."),
    ("js/circle", "JSON cannot express it."),
    (
        "module/load",
        "A server often answers with a page for a file that it does not have.",
    ),
    (
        "module/call-size",
        "The call would need more memory than most pages have.",
    ),
    (
        "module/memory",
        "The module stops in the middle of the call.",
    ),
    ("module/stopped", "Its memory is in an unknown state."),
    (
        "call/dialect",
        "The text cannot be read without its protocol.",
    ),
    ("call/argument", "The call cannot be carried out."),
    ("call/session", "Its state has been freed."),
    (
        "call/unknown",
        "The two parts do not understand each other.",
    ),
    (
        "call/request",
        "The two parts do not understand each other.",
    ),
    (
        "W-step-count",
        "Runtimes stop a workflow that takes too long.",
    ),
    (
        "W-unknown-primitive",
        "The page does not have the primitive, so the workflow stops there.",
    ),
    (
        "W-expression",
        "The workflow stops when the expression is evaluated.",
    ),
    (
        "D-required",
        "A runtime cannot offer a primitive without its description.",
    ),
    ("D-same-name", "A step could mean either primitive."),
    ("unknown-primitive", "The page cannot offer the tool."),
];
