//! Every wire type of every crate, checked in the same way. The checks use the [rows](wire::TypeInfo) of the types
//! and their generators, so all of these laws apply to a new type as soon as it is listed.

mod alone;
mod duplicates;
mod members;
mod missing;
mod names;
mod presence;
mod round_trip;
mod schema;
mod unknown;
mod words;

use bridge::{adaptive_cards, elicitation, slack_blocks};
use members::Members;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::{collections::BTreeSet, rc::Rc};
use wire::{Finding, Presence, Shape, TypeInfo, Validate, generate::Sample};

/// Returns the inventory of a source.
///
/// The source `wire` has the types that all protocols share. If a crate has several versions, each version is a
/// separate source.
pub(crate) fn rows(source: &str) -> Vec<&'static TypeInfo> {
    match source {
        "wire" => wire::TYPES.to_vec(),
        "aap/1.0" => aap::TYPES.to_vec(),
        "a2ui" => a2ui::inventory::version_independent().collect(),
        "a2ui/0.8" => a2ui::inventory::v0_8().collect(),
        "a2ui/0.9" => a2ui::inventory::v0_9().collect(),
        "a2ui/0.10" => a2ui::inventory::v0_10().collect(),
        "a2ui/1.0" => a2ui::inventory::v1_0().collect(),
        "ahp" => ahp::inventory::SHARED.to_vec(),
        "ahp/canvas" => ahp::inventory::CANVAS.to_vec(),
        "ahp/1.0" => ahp::inventory::V1_0.to_vec(),
        "actions-json/1" => actions_json::inventory::TYPES.to_vec(),
        "actions-json/host" => actions_json::inventory::HOST.to_vec(),
        "adaptive-cards" => adaptive_cards::inventory::ALL.to_vec(),
        "elicitation" => elicitation::inventory::SHARED.to_vec(),
        "elicitation/mcp" => elicitation::inventory::MCP.to_vec(),
        "elicitation/acp" => elicitation::inventory::ACP.to_vec(),
        "slack-blocks" => slack_blocks::inventory::ALL.to_vec(),
        "bridge" => bridge::inventory::TYPES.to_vec(),
        "bridge/text" => agent_ui_text::inventory::TYPES.to_vec(),
        "bridge/fidelity" => fidelity::inventory::TYPES.to_vec(),
        other => panic!("no inventory is called {other}"),
    }
}

pub(crate) const SOURCES: [&str; 20] = [
    "wire",
    "aap/1.0",
    "a2ui",
    "a2ui/0.8",
    "a2ui/0.9",
    "a2ui/0.10",
    "a2ui/1.0",
    "ahp",
    "ahp/canvas",
    "ahp/1.0",
    "actions-json/1",
    "actions-json/host",
    "adaptive-cards",
    "elicitation",
    "elicitation/mcp",
    "elicitation/acp",
    "slack-blocks",
    "bridge",
    "bridge/text",
    "bridge/fidelity",
];

/// Returns all wire types in messages of a protocol version: the types of the version, of its protocol, and of all
/// protocols.
pub(crate) fn rows_of_version(version: &str) -> impl Iterator<Item = &'static TypeInfo> {
    let protocol = version.split('/').next().unwrap_or_default();
    let sources = SOURCES
        .into_iter()
        .filter(move |source| [protocol, version, "wire"].contains(source));
    sources.flat_map(rows)
}

/// Returns the type of a protocol version with this name.
pub(crate) fn row(version: &str, name: &str) -> Option<&'static TypeInfo> {
    rows_of_version(version).find(|row| row.name == name)
}

/// The protocol versions, named as the folders of the fixtures.
pub(crate) const VERSIONS: [&str; 12] = [
    "aap/1.0",
    "a2ui/0.8",
    "a2ui/0.9",
    "a2ui/0.10",
    "a2ui/1.0",
    "ahp/canvas",
    "ahp/1.0",
    "actions-json/1",
    "adaptive-cards",
    "elicitation/mcp",
    "elicitation/acp",
    "slack-blocks",
];

/// Validates a value. Returns `None` if its type has no rules.
pub(crate) fn findings(value: &dyn std::any::Any) -> Option<Vec<Finding>> {
    macro_rules! of {
        ($($Type:ty),* $(,)?) => {
            $( if let Some(value) = value.downcast_ref::<$Type>() { return Some(value.validate()); } )*
        };
    }
    of!(
        aap::CanvasFile,
        aap::CanvasFileInfo,
        aap::CanvasListResponse,
        aap::CanvasMessage,
        aap::ElementId,
        aap::Interaction,
        aap::InteractionId,
        aap::InteractionMessage,
        aap::ListResponse,
        aap::Notification,
        aap::SubmitRequest,
        aap::SubmitResponse,
        aap::Verb,
        a2ui::ClientDataModel,
        a2ui::Message,
        a2ui::a2a::A2aMessage,
        a2ui::a2a::A2aRequest,
        a2ui::a2a::AgentExtension,
        a2ui::a2a::DataPart,
        a2ui::capabilities::AgentCapabilities,
        a2ui::capabilities::AgentCatalogs,
        a2ui::capabilities::ClientCapabilities,
        a2ui::v0_8::AgentMessage,
        a2ui::v0_8::BeginRendering,
        a2ui::v0_8::ClientMessage,
        a2ui::v0_8::Component,
        a2ui::v0_8::DataEntry,
        a2ui::v0_8::DataModelUpdate,
        a2ui::v0_8::DeleteSurface,
        a2ui::v0_8::SurfaceUpdate,
        a2ui::v0_8::UserAction,
        a2ui::v0_9::Action,
        a2ui::v0_9::AgentMessage,
        a2ui::v0_9::CheckRule,
        a2ui::v0_9::ClientMessage,
        a2ui::v0_9::Component,
        a2ui::v0_9::CreateSurface,
        a2ui::v0_9::DeleteSurface,
        a2ui::v0_9::Error,
        a2ui::v0_9::Event,
        a2ui::v0_9::FunctionCall,
        a2ui::v0_9::UpdateComponents,
        a2ui::v0_9::UpdateDataModel,
        a2ui::v0_9::UserAction,
        a2ui::v0_10::AgentMessage,
        a2ui::v0_10::ClientMessage,
        a2ui::v1_0::AgentMessage,
        a2ui::v1_0::RendererMessage,
        ahp::canvas::ActiveClientChanged,
        ahp::canvas::ActiveClientSet,
        ahp::canvas::CanvasAction,
        ahp::canvas::CanvasAvailability,
        ahp::canvas::CanvasCloseParams,
        ahp::canvas::CanvasInvokeActionParams,
        ahp::canvas::CanvasInvokeActionResult,
        ahp::canvas::CanvasMessage,
        ahp::canvas::CanvasOpenParams,
        ahp::canvas::CanvasOpenResult,
        ahp::canvas::CanvasProviderSource,
        ahp::canvas::CanvasReadResourceParams,
        ahp::canvas::CanvasReadResourceResult,
        ahp::canvas::CanvasResourceContent,
        ahp::canvas::CanvasState,
        ahp::canvas::CanvasUpdated,
        ahp::canvas::CanvasesChanged,
        ahp::canvas::ClientCanvasDeclaration,
        ahp::canvas::OpenCanvasRef,
        ahp::canvas::OpenCanvasesChanged,
        ahp::canvas::SessionAction,
        ahp::canvas::SessionActiveClient,
        ahp::canvas::SessionCanvasAction,
        ahp::canvas::SessionCanvasDeclaration,
        ahp::canvas::SessionState,
        ahp::canvas::StateAction,
        ahp::connection::ClientCapabilities,
        ahp::connection::InitializeParams,
        ahp::connection::InitializeResult,
        ahp::envelope::ActionEnvelope,
        ahp::envelope::DispatchActionParams,
        ahp::json_rpc::JsonRpcMessage,
        ahp::session_list::ListSessionsParams,
        ahp::session_list::ListSessionsResult,
        ahp::subscription::ReconnectParams,
        ahp::subscription::ReconnectResult,
        ahp::subscription::Snapshot,
        ahp::subscription::SubscribeParams,
        ahp::subscription::SubscribeResult,
        ahp::subscription::UnsubscribeParams,
        ahp::v1_0::CanvasAction,
        ahp::v1_0::CanvasReference,
        ahp::v1_0::CanvasState,
        ahp::v1_0::CanvasStateChanged,
        ahp::v1_0::CanvasesChanged,
        ahp::v1_0::ChatAction,
        ahp::v1_0::ChatState,
        ahp::v1_0::StateAction,
        actions_json::item::ActionCall,
        actions_json::item::ActionError,
        actions_json::item::DomEvent,
        actions_json::item::ErrorDetails,
        actions_json::item::Item,
        actions_json::item::RuntimeReady,
        actions_json::item::RuntimeStatus,
        actions_json::manifest::Attachment,
        actions_json::manifest::Check,
        actions_json::manifest::Context,
        actions_json::manifest::Import,
        actions_json::manifest::Manifest,
        actions_json::manifest::Provenance,
        actions_json::manifest::Signal,
        actions_json::manifest::Source,
        actions_json::manifest::State,
        actions_json::manifest::StateProjection,
        actions_json::manifest::Target,
        actions_json::manifest::Tool,
        actions_json::manifest::Transition,
        actions_json::manifest::Workflow,
        actions_json::manifest::XActions,
        adaptive_cards::Action,
        adaptive_cards::Activity,
        adaptive_cards::AdaptiveCard,
        adaptive_cards::CardMessage,
        adaptive_cards::Element,
        adaptive_cards::InvokeResponse,
        elicitation::BooleanProperty,
        elicitation::ChoicesProperty,
        elicitation::ElicitParams,
        elicitation::ElicitRequest,
        elicitation::ElicitResponse,
        elicitation::ElicitResult,
        elicitation::ElicitationComplete,
        elicitation::ErrorResponse,
        elicitation::FormParams,
        elicitation::FormSchema,
        elicitation::NumberProperty,
        elicitation::PropertySchema,
        elicitation::TextProperty,
        elicitation::UrlParams,
        elicitation::acp::AcpMessage,
        elicitation::acp::PermissionRequest,
        elicitation::acp::PermissionResponse,
        elicitation::acp::PermissionResult,
        elicitation::acp::RequestPermission,
        elicitation::mcp::InputRequests,
        elicitation::mcp::InputRequiredResponse,
        elicitation::mcp::InputRequiredResult,
        elicitation::mcp::InputResponses,
        elicitation::mcp::McpMessage,
        elicitation::mcp::RetryParams,
        elicitation::mcp::RetryRequest,
        slack_blocks::ActionsBlock,
        slack_blocks::AlertBlock,
        slack_blocks::AreaChart,
        slack_blocks::AxisConfig,
        slack_blocks::BarChart,
        slack_blocks::Block,
        slack_blocks::BlockActionsEvent,
        slack_blocks::BlockElement,
        slack_blocks::BlockMessage,
        slack_blocks::ButtonElement,
        slack_blocks::CardBlock,
        slack_blocks::CarouselBlock,
        slack_blocks::ChannelsSelect,
        slack_blocks::Chart,
        slack_blocks::ChartBlock,
        slack_blocks::ChartPoint,
        slack_blocks::ChartSeries,
        slack_blocks::Checkboxes,
        slack_blocks::ColumnSetting,
        slack_blocks::Confirmation,
        slack_blocks::ContainerBlock,
        slack_blocks::ContextActionsBlock,
        slack_blocks::ContextBlock,
        slack_blocks::ContextElement,
        slack_blocks::ConversationFilter,
        slack_blocks::ConversationsSelect,
        slack_blocks::DataTableBlock,
        slack_blocks::DatePicker,
        slack_blocks::DateTimePicker,
        slack_blocks::DispatchActionConfig,
        slack_blocks::DividerBlock,
        slack_blocks::EmailTextInput,
        slack_blocks::ExternalSelect,
        slack_blocks::FeedbackButton,
        slack_blocks::FeedbackButtons,
        slack_blocks::FileBlock,
        slack_blocks::FileInput,
        slack_blocks::HeaderBlock,
        slack_blocks::HomeView,
        slack_blocks::IconButton,
        slack_blocks::ImageBlock,
        slack_blocks::ImageElement,
        slack_blocks::InputBlock,
        slack_blocks::InteractionEvent,
        slack_blocks::LayoutBlock,
        slack_blocks::LayoutItem,
        slack_blocks::LayoutRow,
        slack_blocks::LineChart,
        slack_blocks::MarkdownBlock,
        slack_blocks::MessageAttachment,
        slack_blocks::ModalView,
        slack_blocks::MrkdwnText,
        slack_blocks::MultiChannelsSelect,
        slack_blocks::MultiConversationsSelect,
        slack_blocks::MultiExternalSelect,
        slack_blocks::MultiStaticSelect,
        slack_blocks::MultiUsersSelect,
        slack_blocks::NumberElement,
        slack_blocks::OptionGroup,
        slack_blocks::OverflowMenu,
        slack_blocks::PieChart,
        slack_blocks::PlainText,
        slack_blocks::PlainTextInput,
        slack_blocks::PlanBlock,
        slack_blocks::PlanTask,
        slack_blocks::RadioButtons,
        slack_blocks::RawNumber,
        slack_blocks::RawText,
        slack_blocks::RichText,
        slack_blocks::RichTextBlock,
        slack_blocks::RichTextBroadcast,
        slack_blocks::RichTextChannel,
        slack_blocks::RichTextColor,
        slack_blocks::RichTextDate,
        slack_blocks::RichTextElement,
        slack_blocks::RichTextEmoji,
        slack_blocks::RichTextInline,
        slack_blocks::RichTextInput,
        slack_blocks::RichTextLink,
        slack_blocks::RichTextList,
        slack_blocks::RichTextPreformatted,
        slack_blocks::RichTextQuote,
        slack_blocks::RichTextSection,
        slack_blocks::RichTextTeam,
        slack_blocks::RichTextUser,
        slack_blocks::RichTextUserGroup,
        slack_blocks::SectionBlock,
        slack_blocks::SlackFile,
        slack_blocks::SlackIcon,
        slack_blocks::SlackMessage,
        slack_blocks::SlackOption,
        slack_blocks::StaticSelect,
        slack_blocks::TableBlock,
        slack_blocks::TableCell,
        slack_blocks::TaskCardBlock,
        slack_blocks::TextObject,
        slack_blocks::TimePicker,
        slack_blocks::UrlSource,
        slack_blocks::UrlTextInput,
        slack_blocks::UsersSelect,
        slack_blocks::VideoBlock,
        slack_blocks::View,
        slack_blocks::ViewClear,
        slack_blocks::ViewClosedEvent,
        slack_blocks::ViewErrors,
        slack_blocks::ViewPush,
        slack_blocks::ViewResponse,
        slack_blocks::ViewSubmissionEvent,
        slack_blocks::ViewUpdate,
        slack_blocks::Workflow,
        slack_blocks::WorkflowButton,
        slack_blocks::WorkflowTrigger,
    );
    None
}

/// Returns every type of every crate, with the source and the name as a label.
fn every_type() -> impl Iterator<Item = (String, &'static TypeInfo)> {
    let named = |source| move |row: &'static TypeInfo| (format!("{source}: {}", row.name), row);
    SOURCES
        .into_iter()
        .flat_map(move |source| rows(source).into_iter().map(named(source)))
}

/// Checks a law for all types of all crates, and fails with a description of each violation.
fn holds_for_every_type(law: fn(&str, &'static TypeInfo) -> Result<(), String>) {
    let mut types = 0;
    let failures: Vec<String> = every_type()
        .inspect(|_| types += 1)
        .filter_map(|(name, row)| {
            law(&name, row)
                .err()
                .map(|failure| format!("{name}: {failure}"))
        })
        .collect();
    assert!(types > 120, "only {types} types are listed");
    assert!(
        failures.is_empty(),
        "{} of {types} types:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

/// Returns the number of values for each type. It is a quarter of `PROPTEST_CASES`, because there are hundreds of
/// types.
fn cases() -> u32 {
    Config::default().cases.div_ceil(4)
}

/// Generates values of a type, the same in every run.
fn samples(row: &TypeInfo) -> impl Iterator<Item = Rc<dyn Sample>> + use<> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = (row.samples.any)();
    (0..cases()).map(move |_| strategy.new_tree(&mut runner).expect("a value").current())
}

/// Generates the texts of values of a type.
pub(crate) fn texts(row: &TypeInfo) -> impl Iterator<Item = String> + use<> {
    samples(row).map(|value| value.encode().expect("generated values can be written"))
}

/// Generates values of a type, and returns those that are objects as lists of members.
fn objects(row: &TypeInfo) -> impl Iterator<Item = Members> + use<> {
    texts(row).filter_map(|text| Members::of(&text))
}

/// Returns the member table of a shape, which is empty if the shape has none.
fn table(shape: &Shape) -> &'static [wire::Member] {
    match shape {
        Shape::Object(table) | Shape::Keyed(table) => table.members,
        _ => &[],
    }
}

/// Returns the names of the required members.
fn required_members(shape: &Shape) -> impl Iterator<Item = &'static str> + use<> {
    table(shape)
        .iter()
        .filter(|member| member.presence == Presence::Required)
        .map(|member| member.name)
}

/// Returns `true` if values of the type are objects that keep unknown members.
fn takes_members(name: &str, shape: &Shape) -> bool {
    match shape {
        Shape::Text | Shape::Word { .. } => false,
        // The only member of the object is the type of the component with its properties. An object that is neither a
        // binding nor a call is kept unchanged.
        Shape::HandWritten(_) => ![
            "a2ui/0.8: ComponentType",
            "a2ui/0.9: Argument",
            "a2ui/0.9: DynamicValue",
            "a2ui/1.0: Argument",
            "a2ui/1.0: DynamicValue",
            // Values of an unknown kind are kept unchanged.
            "elicitation: ElicitParams",
            "elicitation: PropertySchema",
            "elicitation/mcp: InputResponse",
            // All members are entries.
            "elicitation/mcp: InputRequests",
            "elicitation/mcp: InputResponses",
        ]
        .contains(&name),
        _ => true,
    }
}

/// Reads a text as a type and writes it again.
fn rewritten(row: &TypeInfo, text: &str) -> Result<String, String> {
    let written = row
        .rewrite(text)
        .map_err(|error| format!("{error}\n  {text}"))?;
    written.map_err(|error| format!("not written: {error}\n  {text}"))
}

/// Requires that decoding a text is refused by this rule at this member.
fn refused(row: &TypeInfo, text: &str, rule: &str, pointer: &str) -> Result<(), String> {
    match row.rewrite(text) {
        Ok(value) => Err(format!("read, and written as {value:?}\n  {text}")),
        Err(error) if error.rule.as_str() == rule && error.pointer.as_str() == pointer => Ok(()),
        Err(error) => Err(format!(
            "refused by the rule {} at {:?}, not by {rule} at {pointer:?}: {error}\n  {text}",
            error.rule,
            error.pointer.as_str()
        )),
    }
}

/// Returns the pointer of a member, given its name in quotes.
fn pointer(quoted: &str) -> wire::Pointer {
    wire::Pointer::root().member(&wire::token::name(quoted))
}

#[test]
fn every_type_of_a_protocol_belongs_to_a_version() {
    let name = |row: &'static TypeInfo| (row.module, row.name);
    let is_message = |source: &&str| !source.starts_with("bridge") && !source.ends_with("/host");
    let of_protocols = SOURCES.into_iter().filter(is_message);
    let all: BTreeSet<_> = of_protocols.flat_map(rows).map(name).collect();
    let versions: BTreeSet<_> = VERSIONS
        .into_iter()
        .flat_map(rows_of_version)
        .map(name)
        .collect();
    assert!(
        all == versions,
        "{} types, {} in the versions",
        all.len(),
        versions.len()
    );
}
