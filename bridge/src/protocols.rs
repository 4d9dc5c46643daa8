//! The tables of the protocols: dialects, messages and mappings. To add a protocol, add its lines to each of them.
//!
//! Each table is a macro that passes its lines to another macro, `$define`. The file that calls it decides what the
//! lines define, and the names in them are those of that file.

/// The protocols. A block has the name of the protocol, the dialect that it writes by default, and the names of its
/// dialects. `also called` lists other names that users type, in lowercase letters and digits. The text after such a name
/// is the reason to show with a suggestion, or empty.
///
/// `dialect_table!(dialects)` becomes `dialects! { Aap "aap" writes Aap { … } … }`: the macro that is named as the argument
/// receives the whole table. `dialect.rs` defines `dialects`.
macro_rules! dialect_table {
    ($define:ident) => {
        $define! {
            Aap "aap" writes Aap {
                /// Agent Action Protocol 1.0 (AAP).
                Aap "aap@1.0",
            } also called {
                "agentactionprotocol" "",
                "agentactions" "",
            }
            A2ui "a2ui" writes A2ui0_9 {
                /// A2UI version 0.8.
                A2ui0_8 "a2ui@0.8",
                /// A2UI version 0.9.
                A2ui0_9 "a2ui@0.9",
                /// A2UI 0.9.1: the messages of 0.9 with another version text.
                A2ui0_9_1 "a2ui@0.9.1",
                /// A2UI 0.10, a draft.
                A2ui0_10 "a2ui@0.10",
                /// A2UI 1.0 as of June 2026: the messages of 0.10.
                A2ui1_0June "a2ui@1.0-june",
                /// A2UI 1.0 as of August 2026, in plain notation: `{"path": …}`.
                A2ui1_0Aug "a2ui@1.0-aug",
                /// A2UI 1.0 as of September 2026, with marked values: `{"@path": …}`.
                A2ui1_0Sep "a2ui@1.0-sep",
                /// A2UI 1.0 since November 2026, with marked values and keys (`@checks`) and the version text `1.0`.
                A2ui1_0 "a2ui@1.0",
            } also called {
                "agui" "AG-UI events carry A2UI messages",
                "a2a" "A2A messages carry A2UI messages",
            }
            Ahp "ahp" writes AhpCanvas {
                /// The AHP Canvas proposal.
                AhpCanvas "ahp@canvas",
                /// Canvases of released AHP 1.0.
                Ahp1_0 "ahp@1.0",
            } also called {
                "agenthostprotocol" "",
                "canvas" "",
            }
            ActionsJson "actions-json" writes ActionsJson {
                /// actions.json v1 with its bridge protocol.
                ActionsJson "actions-json@1",
            } also called {
                "actions" "",
                "manifest" "manifests belong to actions.json",
            }
            Mcp "mcp" writes Mcp2025_06 {
                /// Tools of the Model Context Protocol, version 2025-06-18.
                Mcp2025_06 "mcp@2025-06-18",
                /// Tools of the Model Context Protocol, version 2025-11-25, with the same shapes as 2025-06-18.
                Mcp2025_11 "mcp@2025-11-25",
                /// Tools of the Model Context Protocol, version 2026-07-28: results state completeness and lifetime, and tools
                /// return any value.
                Mcp2026_07 "mcp@2026-07-28",
            } also called {
                "modelcontextprotocol" "",
            }
            McpElicitation "mcp-elicitation" writes Elicitation2025_11 {
                /// Elicitation in the Model Context Protocol, version 2025-06-18: forms.
                Elicitation2025_06 "mcp-elicitation@2025-06-18",
                /// Elicitation in the Model Context Protocol, version 2025-11-25: forms and URLs.
                Elicitation2025_11 "mcp-elicitation@2025-11-25",
                /// Elicitation in the Model Context Protocol, version 2026-07-28: questions in results.
                Elicitation2026_07 "mcp-elicitation@2026-07-28",
            } also called {
                "elicitation" "MCP and ACP have elicitation; ACP is called `acp`",
            }
            Acp "acp" writes Acp1 {
                /// Elicitation and permission requests of the Agent Client Protocol, version 1.
                Acp1 "acp@1",
                /// Elicitation and permission requests of the Agent Client Protocol, version 2.
                Acp2 "acp@2",
            } also called {
                "agentclientprotocol" "",
            }
            AdaptiveCards "adaptive-cards" writes AdaptiveCards1_5 {
                /// Adaptive Cards 1.2.
                AdaptiveCards1_2 "adaptive-cards@1.2",
                /// Adaptive Cards 1.3.
                AdaptiveCards1_3 "adaptive-cards@1.3",
                /// Adaptive Cards 1.4.
                AdaptiveCards1_4 "adaptive-cards@1.4",
                /// Adaptive Cards 1.5.
                AdaptiveCards1_5 "adaptive-cards@1.5",
                /// Adaptive Cards 1.6.
                AdaptiveCards1_6 "adaptive-cards@1.6",
                /// Adaptive Cards of a bot in Teams: 1.5 with further elements.
                AdaptiveCardsTeams "adaptive-cards@teams",
                /// Adaptive Cards in an incoming webhook of Teams.
                AdaptiveCardsTeamsWebhook "adaptive-cards@teams-webhook",
                /// Adaptive Cards in actionable messages of Outlook.
                AdaptiveCardsOutlook "adaptive-cards@outlook",
                /// Adaptive Cards in Bot Framework Web Chat.
                AdaptiveCardsWebChat "adaptive-cards@web-chat",
            } also called {
                "adaptivecard" "",
                "cards" "",
                "teams" "Teams shows Adaptive Cards",
            }
            SlackBlocks "slack-blocks" writes SlackMessage {
                /// Blocks in a message of Slack.
                SlackMessage "slack-blocks@message",
                /// Blocks in a dialog of Slack.
                SlackModal "slack-blocks@modal",
                /// Blocks in the home of an app in Slack.
                SlackHome "slack-blocks@home",
            } also called {
                "blockkit" "",
                "slack" "",
            }
            Responses "responses" writes Responses {
                /// Function calls of the Responses API.
                Responses "responses@1",
            } also called {
                "openai" "its function calls belong to the Responses API",
                "openairesponses" "",
                "openairesponsesapi" "",
                "responsesapi" "",
            }
        }
    };
}

/// The kinds of messages: the type, the dialect and the family of each. After `or` is the function that finds it out for
/// a message. A type in `typed` belongs to one kind. After `if` are the features of the crate that contain it.
///
/// `message_table!(messages)` becomes `messages! { typed { … } others { … } }`. `translate/message.rs` defines `messages`.
macro_rules! message_table {
    ($define:ident) => {
        $define! {
            typed {
                /// An actions.json `dom_event`.
                Event(actions_json::item::DomEvent): ActionsJson, Interactions, if feature = "actions-json";
                /// An AAP interaction record.
                Interaction(aap::Interaction): Aap, Interactions, if feature = "aap";
                /// A canvas of the AHP proposal with its contents.
                Canvas(crate::canvases::OpenCanvas): AhpCanvas, Surfaces, if feature = "ahp";
                /// A canvas of released AHP 1.0 with its contents.
                Released(crate::canvases::ReleasedCanvas): Ahp1_0, Surfaces, if feature = "ahp";
                /// An action on an AHP canvas channel.
                Dispatch(crate::canvases::CanvasDispatch): AhpCanvas, Interactions, if all(feature = "a2ui", feature = "ahp");
                /// An actions.json manifest with tools.
                Manifest(actions_json::manifest::Manifest): ActionsJson, Tools, if feature = "actions-json";
                /// A canvas declaration of the AHP proposal, as a client provides it.
                Declaration(ahp::canvas::ClientCanvasDeclaration): AhpCanvas, Tools, if feature = "ahp";
                /// A list of MCP tools.
                Tools(crate::mcp::ListToolsResult): Mcp2025_06 or crate::mcp::dialect_of_list, Tools, if feature = "mcp";
                /// An AHP frame that calls an action or answers a call.
                Frame(ahp::json_rpc::JsonRpcMessage): AhpCanvas, Calls, if feature = "ahp";
                /// A Responses API item that calls a function or answers a call.
                ResponseItem(crate::responses::ResponseItem): Responses, Calls, if feature = "responses";
            }
            others {
                /// An A2UI message of any version.
                Message(a2ui::Message): A2ui0_9 or Dialect::of_message, Interactions or family_of_a2ui, if feature = "a2ui";
                /// A host message about canvases in the proposal: a state line, a snapshot, an action, or a frame that contains one
                /// of these.
                Proposal(wire::Payload): AhpCanvas, Surfaces, if feature = "ahp";
                /// A host message about canvases in released AHP 1.0.
                Release(wire::Payload): Ahp1_0, Surfaces, if feature = "ahp";
                /// An actions.json call, its output or its error.
                Call(actions_json::item::Item): ActionsJson, Calls, if feature = "actions-json";
                /// A question of an MCP server to the user, or its answer.
                Elicitation(elicitation::mcp::McpMessage): Elicitation2025_11 or crate::elicitation_versions::dialect_of_mcp, Surfaces or family_of_elicitation, if feature = "mcp-elicitation";
                /// A question of an ACP agent to the user, or its answer.
                Acp(elicitation::acp::AcpMessage): Acp1 or crate::elicitation_versions::dialect_of_acp, Surfaces or family_of_acp, if feature = "acp";
                /// A card, the click of a user on it, or the answer to the click.
                Card(adaptive_cards::CardMessage): AdaptiveCards1_5 or crate::mappings::a2ui_adaptive_cards::dialect_of_card, Surfaces or family_of_card, if all(feature = "a2ui", feature = "adaptive-cards");
                /// Blocks of Slack, the click of a user on them, or the answer to a dialog.
                Blocks(slack_blocks::SlackMessage): SlackMessage or crate::mappings::a2ui_slack_blocks::dialect_of_blocks, Surfaces or family_of_blocks, if all(feature = "a2ui", feature = "slack-blocks");
                /// An MCP frame that calls a tool or answers a call.
                McpFrame(ahp::json_rpc::JsonRpcMessage): Mcp2025_06 or crate::mcp_versions::dialect_of_frame, Calls, if feature = "mcp";
            }
        }
    };
}

/// The messages without room for a carry: the words for one in a refusal, the dialect, the features, and what a seal
/// binds.
///
/// `no_room_table!(no_room_in)` becomes `no_room_in! { … }`. `trust/embed.rs` defines `no_room_in`.
macro_rules! no_room_table {
    ($define:ident) => {
        $define! {
            crate::canvases::OpenCanvas: "an AHP canvas", AhpCanvas, if feature = "ahp", |canvas, binding| binding.surface(Some(&canvas.channel));
            crate::canvases::ReleasedCanvas: "an AHP canvas", Ahp1_0, if feature = "ahp", |canvas, binding| binding.surface(Some(&canvas.channel));
            /// A host message about canvases: a line, a snapshot, an action or a frame. Its binding contains only the channel.
            wire::Payload: "an AHP host", AhpCanvas, if feature = "ahp", |said, binding| binding.surface(crate::canvases::channel_of(said));
            ahp::canvas::ClientCanvasDeclaration: "a declaration", AhpCanvas, if feature = "ahp", |_declaration, binding| binding;
            actions_json::manifest::Manifest: "an actions.json manifest", ActionsJson, if feature = "actions-json", |_manifest, binding| binding;
            crate::mcp::ListToolsResult: "a list of tools", Mcp2025_06, if feature = "mcp", |_tools, binding| binding;
            ahp::json_rpc::JsonRpcMessage: "a JSON-RPC frame", AhpCanvas, if any(feature = "ahp", feature = "mcp"), |frame, binding| binding.component(frame_id(frame));
            elicitation::mcp::McpMessage: "an elicitation of MCP", Elicitation2025_11, if feature = "mcp-elicitation", |message, binding| binding.component(message.id().map(|id| id.to_payload().text().to_owned()));
            elicitation::acp::AcpMessage: "a message of ACP", Acp1, if feature = "acp", |message, binding| binding.component(message.id().map(|id| id.to_payload().text().to_owned()));
            adaptive_cards::CardMessage: "a card", AdaptiveCards1_5, if feature = "adaptive-cards", |_message, binding| binding;
            slack_blocks::SlackMessage: "a message of Slack", SlackMessage, if feature = "slack-blocks", |_message, binding| binding;
            crate::responses::ResponseItem: "an item of the Responses API", Responses, if feature = "responses", |item, binding| binding.component(item.call_id());
        }
    };
}

/// The mappings, one line per direction: the dialects on both sides, the families, and what runs it. A block has the
/// features of its mappings, which are those of their modules in `mappings.rs`. `one(A => B by f)`
/// calls `f` with a message of kind `A` for one of kind `B`, `session(s)` calls a session that remembers earlier
/// messages, and `function(f)` calls a function in the folder `translate/table`.
///
/// `mapping_table!(rows)` becomes `rows! { groups { … } if … { … } … }`. `translate/table.rs` defines `rows`.
macro_rules! mapping_table {
    ($define:ident) => {
        $define! {
            groups {
                // Equally short routes use the first dialect.
                A2UI = [A2ui0_9, A2ui0_8, A2ui0_9_1, A2ui0_10, A2ui1_0, A2ui1_0Sep, A2ui1_0Aug, A2ui1_0June];
                A2UI_0_9 = [A2ui0_9, A2ui0_9_1];
                A2UI_0_10 = [A2ui0_10, A2ui1_0June];
                A2UI_1_0 = [A2ui1_0, A2ui1_0Sep, A2ui1_0Aug];
                MCP = [Mcp2025_06, Mcp2025_11, Mcp2026_07];
                ELICITATION = [Elicitation2025_11, Elicitation2025_06, Elicitation2026_07];
                ACP = [Acp1, Acp2];
                QUESTIONS = [Elicitation2025_11, Elicitation2025_06, Elicitation2026_07, Acp1, Acp2];
                // Equally short routes use the first dialect.
                CARDS = [AdaptiveCards1_5, AdaptiveCards1_6, AdaptiveCards1_4, AdaptiveCards1_3, AdaptiveCards1_2, AdaptiveCardsTeams, AdaptiveCardsTeamsWebhook, AdaptiveCardsOutlook, AdaptiveCardsWebChat];
                BLOCKS = [SlackMessage, SlackModal, SlackHome];
                // The versions whose surfaces become forms. Surfaces of 0.8 become those of 0.9 first.
                A2UI_FORMS = [A2ui0_9, A2ui0_9_1, A2ui0_10, A2ui1_0, A2ui1_0Sep, A2ui1_0Aug, A2ui1_0June];
            }
            if all(feature = "aap", feature = "actions-json") {
                [ActionsJson] => [Aap], [Interactions], one(Event => Interaction by actions_json_aap::forward);
                [Aap] => [ActionsJson], [Interactions], one(Interaction => Event by actions_json_aap::backward);
            }
            if all(feature = "a2ui", feature = "aap") {
                [Aap] => A2UI, [Interactions], one(Interaction => Message by aap_a2ui::forward);
                A2UI => [Aap], [Interactions], one(Message => Interaction by aap_a2ui::backward);
            }
            if feature = "a2ui" {
                [A2ui0_8] => A2UI_0_9, [Interactions, Surfaces], session(v0_8_v0_9);
                A2UI_0_9 => [A2ui0_8], [Interactions, Surfaces], session(v0_9_v0_8);
                A2UI_0_9 => A2UI_1_0, [Interactions, Surfaces], session(v0_9_v1_0);
                A2UI_1_0 => A2UI_0_9, [Interactions, Surfaces], session(v1_0_v0_9);
                A2UI_0_9 => A2UI_0_10, [Interactions, Surfaces], one(Message => Message by a2ui_v0_9_v0_10::forward);
                A2UI_0_10 => A2UI_0_9, [Interactions, Surfaces], one(Message => Message by a2ui_v0_9_v0_10::backward);
                A2UI_1_0 => A2UI_1_0, [Interactions, Surfaces], one(Message => Message by a2ui_v1_0::translate);
            }
            if all(feature = "a2ui", feature = "ahp") {
                A2UI => [AhpCanvas], [Interactions], one(Message => Dispatch by a2ui_ahp::message::forward);
                [AhpCanvas] => A2UI, [Interactions], one(Dispatch => Message by a2ui_ahp::message::backward);
                A2UI => [AhpCanvas], [Surfaces], function(folding::fold_surface);
                [AhpCanvas] => A2UI, [Surfaces], function(folding::rebuild_surface);
            }
            if all(feature = "a2ui", any(feature = "acp", feature = "mcp-elicitation")) {
                A2UI_FORMS => QUESTIONS, [Surfaces], function(folding::fold_surface);
                QUESTIONS => A2UI_FORMS, [Surfaces], function(renditions::show);
                A2UI => QUESTIONS, [Interactions], function(renditions::answer);
                QUESTIONS => A2UI, [Interactions], function(renditions::act_on_answer);
            }
            if all(feature = "a2ui", feature = "adaptive-cards") {
                A2UI_FORMS => CARDS, [Surfaces], function(folding::fold_surface);
                CARDS => A2UI_FORMS, [Surfaces], function(renditions::show);
                A2UI => CARDS, [Interactions], function(renditions::answer);
                CARDS => A2UI, [Interactions], function(renditions::act_on_answer);
            }
            if all(feature = "a2ui", feature = "slack-blocks") {
                A2UI_FORMS => BLOCKS, [Surfaces], function(folding::fold_surface);
                BLOCKS => A2UI_FORMS, [Surfaces], function(renditions::show);
                A2UI => BLOCKS, [Interactions], function(renditions::answer);
                BLOCKS => A2UI, [Interactions], function(renditions::act_on_answer);
            }
            if feature = "ahp" {
                [AhpCanvas] => [Ahp1_0], [Surfaces], function(canvases::translate_canvas);
                [Ahp1_0] => [AhpCanvas], [Surfaces], function(canvases::translate_canvas);
            }
            if all(feature = "actions-json", feature = "ahp") {
                [ActionsJson] => [AhpCanvas], [Tools], one(Manifest => Declaration by actions_json_ahp::declaration::forward);
                [AhpCanvas] => [ActionsJson], [Tools], one(Declaration => Manifest by actions_json_ahp::declaration::backward);
                [ActionsJson] => [AhpCanvas], [Calls], one(Call => Frame by actions_json_ahp::call::forward);
                [AhpCanvas] => [ActionsJson], [Calls], one(Frame => Call by actions_json_ahp::call::backward);
            }
            if feature = "mcp" {
                [ActionsJson] => MCP, [Tools], one(Manifest => Tools by actions_json_mcp::forward);
                MCP => [ActionsJson], [Tools], one(Tools => Manifest by actions_json_mcp::backward);
                [ActionsJson] => MCP, [Calls], one(Call => McpFrame by actions_json_mcp::call::forward);
                MCP => [ActionsJson], [Calls], one(McpFrame => Call by actions_json_mcp::call::backward);
                MCP => MCP, [Tools], one(Tools => Tools by mcp_versions::tools);
                MCP => MCP, [Calls], one(McpFrame => McpFrame by mcp_versions::frame);
            }
            if feature = "mcp-elicitation" {
                ELICITATION => ELICITATION, [Interactions, Surfaces], one(Elicitation => Elicitation by elicitation_versions::translate);
            }
            if feature = "acp" {
                ACP => ACP, [Interactions, Surfaces], one(Acp => Acp by elicitation_versions::translate);
            }
            if all(feature = "acp", feature = "mcp-elicitation") {
                ELICITATION => ACP, [Interactions, Surfaces], one(Elicitation => Acp by elicitation_versions::translate);
                ACP => ELICITATION, [Interactions, Surfaces], one(Acp => Elicitation by elicitation_versions::translate);
            }
            if feature = "responses" {
                [ActionsJson] => [Responses], [Calls], one(Call => ResponseItem by actions_json_responses::forward);
                [Responses] => [ActionsJson], [Calls], one(ResponseItem => Call by actions_json_responses::backward);
            }
        }
    };
}

/// The mappings that remember earlier messages: the name in the mappings above, the name in JSON, and the type of the
/// state.
///
/// `session_table!(sessions)` becomes `sessions! { … }`. `translate/sessions.rs` defines `sessions`.
macro_rules! session_table {
    ($define:ident) => {
        $define! {
            /// The surfaces of an A2UI 0.8 agent, translated to 0.9.
            v0_8_v0_9 as "a2ui@0.8-0.9": ForwardSession;
            /// The surfaces of an A2UI 0.9 agent, translated to 0.8.
            v0_9_v0_8 as "a2ui@0.9-0.8": BackwardSession;
            /// The surfaces of an A2UI 0.9 agent, translated to 1.0.
            v0_9_v1_0 as "a2ui@0.9-1.0": UpgradeSession;
            /// The surfaces of an A2UI 1.0 agent, translated to 0.9.
            v1_0_v0_9 as "a2ui@1.0-0.9": DowngradeSession;
            /// The canvases of an AHP host.
            canvases as "ahp@canvas-1.0": CanvasSession;
        }
    };
}
