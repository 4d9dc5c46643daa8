// Written by types.mjs from the JSON Schemas of this project.
// Dialect: a2ui@0.8

export interface A2aMessage {
  /** The metadata of the message. */
  metadata?: MessageMetadata | null;
  /** The parts of the message. */
  parts: Part[];
  [member: string]: unknown;
}

export interface A2aRequest {
  /** The id of the request; a string or a number. */
  id?: unknown;
  /** The constant `2.0`. */
  jsonrpc?: string | null;
  /** The method: `message/send`, or `SendMessage` in A2A 1.0. */
  method?: string | null;
  /** The parameters, which contain the message. */
  params: MessageSendParams;
  [member: string]: unknown;
}

export interface Action {
  /** The values that are sent with the action. */
  context?: ContextEntry[] | null;
  /** The name of the action. */
  name: string;
  [member: string]: unknown;
}

export type ActionId = string;

export interface AgentCapabilities {
  /** The capabilities in A2UI 1.0. */
  "1.0"?: AgentCatalogs | null;
  /** The capabilities in A2UI 0.10. */
  "v0.10"?: AgentCatalogs | null;
  /** The capabilities in A2UI 0.9 and 0.9.1. */
  "v0.9"?: AgentCatalogs | null;
  /** The capabilities in A2UI 0.9.1. The specification uses `v0.9` for both versions. */
  "v0.9.1"?: AgentCatalogs | null;
  /** The capabilities in A2UI 1.0 as a candidate. If `1.0` is present as well, this member is ignored. */
  "v1.0"?: AgentCatalogs | null;
  [member: string]: unknown;
}

export interface AgentCatalogs {
  /** `true` if the agent accepts inline catalogs from the client; `false` if absent. */
  acceptsInlineCatalogs?: boolean | null;
  /** The catalogs that the agent can use in surfaces. */
  supportedCatalogIds?: CatalogId[] | null;
  [member: string]: unknown;
}

export interface AgentExtension {
  /** A description for developers. */
  description?: string | null;
  /** The capabilities of the agent. */
  params?: AgentCatalogs | null;
  /** `true` if clients must support the extension; `false` if absent. */
  required?: boolean | null;
  /** The URI of the supported version. */
  uri: ExtensionUri;
  [member: string]: unknown;
}

export type AgentMessage = (
  | { beginRendering: BeginRendering; surfaceUpdate?: never; dataModelUpdate?: never; deleteSurface?: never; }
  | { beginRendering?: never; surfaceUpdate: SurfaceUpdate; dataModelUpdate?: never; deleteSurface?: never; }
  | { beginRendering?: never; surfaceUpdate?: never; dataModelUpdate: DataModelUpdate; deleteSurface?: never; }
  | { beginRendering?: never; surfaceUpdate?: never; dataModelUpdate?: never; deleteSurface: DeleteSurface; }
);

export type Alignment = "start" | "center" | "end" | "stretch" | (string & {});

export interface AudioPlayer {
  /** A description of the audio, such as a title or summary. */
  description?: BoundString | null;
  /** The URL of the audio. */
  url: BoundString;
  [member: string]: unknown;
}

export interface BeginRendering {
  /** The catalog of the components; if absent, the standard catalog of 0.8. */
  catalogId?: CatalogId | null;
  /** The id of the component at the root of the tree. */
  root: ComponentId;
  /** An object with styles of the catalog. The standard catalog defines `font` and `primaryColor`. */
  styles?: unknown;
  /** The surface to render. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export interface BoundBoolean {
  /** The literal boolean. */
  literalBoolean?: boolean | null;
  /** The path of the value in the data model. */
  path?: string | null;
  [member: string]: unknown;
}

export interface BoundIcon {
  /** The literal name of the icon. */
  literalString?: NamedIcon | null;
  /** The path of the name in the data model. */
  path?: string | null;
  [member: string]: unknown;
}

export interface BoundNumber {
  /** The literal number. */
  literalNumber?: number | null;
  /** The path of the value in the data model. */
  path?: string | null;
  [member: string]: unknown;
}

export interface BoundString {
  /** The literal text. */
  literalString?: string | null;
  /** The path of the value in the data model. */
  path?: string | null;
  [member: string]: unknown;
}

export interface BoundStringList {
  /** The literal list. */
  literalArray?: string[] | null;
  /** The path of the value in the data model. */
  path?: string | null;
  [member: string]: unknown;
}

export interface BoundValue {
  /** The literal, if it is a boolean. */
  literalBoolean?: boolean | null;
  /** The literal, if it is a number. */
  literalNumber?: number | null;
  /** The literal, if it is a text. */
  literalString?: string | null;
  /** The path of the value in the data model. */
  path?: string | null;
  [member: string]: unknown;
}

export interface Button {
  /** The action that the button triggers. */
  action: Action;
  /** The id of the child on the button. */
  child: ComponentId;
  /** `true` if this is the primary button. */
  primary?: boolean | null;
  [member: string]: unknown;
}

export type CallId = string;

export interface Capabilities {
  /** Catalogs that the client sends inline, for agents that accept them. */
  inlineCatalogs?: InlineCatalog2[] | null;
  /** The ids of the supported catalogs. */
  supportedCatalogIds: CatalogId[];
  [member: string]: unknown;
}

export interface Capabilities2 {
  /** Catalogs that the renderer sends inline, for agents that accept them. */
  inlineCatalogs?: InlineCatalog3[] | null;
  /** The ids of the supported catalogs, which a surface can combine. */
  supportedCatalogIds: CatalogId[];
  [member: string]: unknown;
}

export interface Card {
  /** The id of the child. */
  child: ComponentId;
  [member: string]: unknown;
}

export type CatalogId = string;

export interface CheckBox {
  /** The label next to the box. */
  label: BoundString;
  /** `true` if the box is checked. If bound, the box writes to the path. */
  value: BoundBoolean;
  [member: string]: unknown;
}

export interface ChildTemplate {
  /** The component to repeat for each item. */
  componentId: ComponentId;
  /** The path of the list in the data model. */
  dataBinding: string;
  [member: string]: unknown;
}

export interface Children {
  /** The ids of the children. */
  explicitList?: ComponentId[] | null;
  /** A template that is repeated for each item of a list. */
  template?: ChildTemplate | null;
  [member: string]: unknown;
}

export interface ChoiceOption {
  /** The label of the option. */
  label: BoundString;
  /** The value stored in `selections` when the option is selected. */
  value: string;
  [member: string]: unknown;
}

export type ChoiceVariant = "checkbox" | "chips" | (string & {});

export interface ClientCapabilities {
  /** The capabilities in A2UI 1.0. */
  "1.0"?: Capabilities2 | null;
  /** The inline catalogs of a client that states no version. */
  inlineCatalogs?: InlineCatalog[] | null;
  /** The supported catalogs of a client that states no version: a client of 0.8, or a later one that omits the nesting. */
  supportedCatalogIds?: CatalogId[] | null;
  /** The capabilities in A2UI 0.10, which have the form of 0.9. */
  "v0.10"?: Capabilities | null;
  /** The capabilities in A2UI 0.9 and 0.9.1. */
  "v0.9"?: Capabilities | null;
  /** The capabilities in A2UI 0.9.1. The specification uses `v0.9` for both versions. */
  "v0.9.1"?: Capabilities | null;
  /** The capabilities in A2UI 1.0 as a candidate. If `1.0` is present as well, this member is ignored. */
  "v1.0"?: Capabilities2 | null;
  [member: string]: unknown;
}

export interface ClientDataModel {
  /** The data models, keyed by surface id. */
  surfaces: SurfaceDataModels;
  /** The value of the `version` member, such as `v0.9`. */
  version: string;
  [member: string]: unknown;
}

export type ClientMessage = (
  | { userAction: UserAction; error?: never; }
  | { userAction?: never; error: Error; }
);

export interface Column {
  /** The horizontal alignment of the children. */
  alignment?: Alignment | null;
  /** The children, from top to bottom. */
  children: Children;
  /** The vertical distribution of the children. */
  distribution?: Distribution | null;
  [member: string]: unknown;
}

export interface Component {
  /** The type of the component and its properties. */
  component: ComponentType;
  /** The id of the component within its surface. */
  id: ComponentId;
  /** The share of space that the component receives in the Row or Column that directly contains it. */
  weight?: number | null;
  [member: string]: unknown;
}

export type ComponentId = string;

export interface ComponentType {
  [member: string]: unknown;
}

export interface ContextEntry {
  /** The name of the entry. */
  key: string;
  /** The value of the entry, literal or bound. */
  value: BoundValue;
  [member: string]: unknown;
}

export interface DataEntry {
  /** The name of the member. */
  key: string;
  /** The value, if it is a boolean. */
  valueBoolean?: boolean | null;
  /** The members of the value, if it is an object. */
  valueMap?: DataEntry[] | null;
  /** The value, if it is a number. */
  valueNumber?: number | null;
  /** The value, if it is a string. */
  valueString?: string | null;
  [member: string]: unknown;
}

export interface DataModelUpdate {
  /** The members of the object that is written at the place. */
  contents: DataEntry[];
  /** The place to write, as a JSON Pointer; the whole model if absent or `/`. */
  path?: string | null;
  /** The id of the surface. The first message with an unknown id creates the surface. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export interface DataPart {
  /** The data; for A2UI, one message or a list of messages. */
  data: unknown;
  /** The constant `data` before A2A 1.0. A2A 1.0 removed the member, but the examples of A2UI keep it. */
  kind?: string | null;
  /** The MIME type of a part in A2A 1.0. A2UI uses the MIME type in `metadata` instead. */
  mediaType?: MimeType | null;
  /** The metadata of the part. */
  metadata?: PartMetadata | null;
  [member: string]: unknown;
}

export interface DateTimeInput {
  /** `true` if the user can enter a date. */
  enableDate?: boolean | null;
  /** `true` if the user can enter a time. */
  enableTime?: boolean | null;
  /** The date or time in ISO 8601. If bound, the input writes to the path. */
  value: BoundString;
  [member: string]: unknown;
}

export interface DeleteSurface {
  /** The surface to delete. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export type Distribution = "center" | "end" | "spaceAround" | "spaceBetween" | "spaceEvenly" | "start" | (string & {});

export interface Divider {
  /** The direction of the line. */
  axis?: DividerAxis | null;
  [member: string]: unknown;
}

export type DividerAxis = "horizontal" | "vertical" | (string & {});

export interface Error {
  [member: string]: unknown;
}

export type ExtensionUri = "https://a2ui.org/a2a-extension/a2ui/v0.8" | "https://a2ui.org/a2a-extension/a2ui/v0.9" | "https://a2ui.org/a2a-extension/a2ui/v0.9.1" | "https://a2ui.org/a2a-extension/a2ui/v0.10" | "https://a2ui.org/a2a-extension/a2ui/v1.0" | (string & {});

export interface FunctionDefinition {
  /** A description for developers and models. */
  description?: string | null;
  /** The name of the function. */
  name: string;
  /** The JSON Schema of the arguments. */
  parameters: unknown;
  /** The type of the returned value: `string`, `number`, `boolean`, `array`, `object`, `any` or `void`. */
  returnType: string;
  [member: string]: unknown;
}

export type Functions = FunctionDefinition[] | NamedFunctions;

export interface Functions2 {
  [member: string]: unknown;
}

export interface Icon {
  /** The name of the icon. */
  name: BoundIcon;
  [member: string]: unknown;
}

export interface Image {
  /** An alternative text for users who cannot see the image. */
  altText?: BoundString | null;
  /** The fit of the image in its frame. */
  fit?: ImageFit | null;
  /** The URL of the image. */
  url: BoundString;
  /** The intended use of the image, which determines its size. */
  usageHint?: ImageUsageHint | null;
  [member: string]: unknown;
}

export type ImageFit = "contain" | "cover" | "fill" | "none" | "scale-down" | (string & {});

export type ImageUsageHint = "icon" | "avatar" | "smallFeature" | "mediumFeature" | "largeFeature" | "header" | (string & {});

export interface InlineCatalog {
  /** The id of the catalog. */
  catalogId: CatalogId;
  /** The JSON Schemas of component properties, by component type. */
  components?: unknown;
  /** The JSON Schemas of styles, by name. */
  styles?: unknown;
  [member: string]: unknown;
}

export interface InlineCatalog2 {
  /** The id of the catalog. */
  catalogId: CatalogId;
  /** The JSON Schemas of components, by type. */
  components?: unknown;
  /** The functions that the client provides. */
  functions?: Functions | null;
  /** The JSON Schemas of theme properties, by name. */
  theme?: unknown;
  [member: string]: unknown;
}

export interface InlineCatalog3 {
  /** The JSON Schemas `anyComponent` and `anyFunction`. */
  $defs?: unknown;
  /** The URI of the catalog file. */
  $id?: string | null;
  /** The JSON Schema dialect of the catalog file. */
  $schema?: string | null;
  /** The id of the catalog. */
  catalogId: CatalogId;
  /** The JSON Schemas of components, by type. */
  components?: unknown;
  /** A description for developers. */
  description?: string | null;
  /** The function definitions, by name. */
  functions?: Functions2 | null;
  /** Instructions for the model, in Markdown. */
  instructions?: string | null;
  /** The version of A2UI that the catalog targets, such as `1.0`; 0.9 if absent. */
  protocolVersion?: string | null;
  /** The title of the catalog. */
  title?: string | null;
  [member: string]: unknown;
}

export interface List {
  /** The alignment of the children across the direction. */
  alignment?: Alignment | null;
  /** The children, in order. */
  children: Children;
  /** The direction in which the list scrolls. */
  direction?: ListDirection | null;
  [member: string]: unknown;
}

export type ListDirection = "vertical" | "horizontal" | (string & {});

export interface MessageMetadata {
  /** The capabilities of the client. */
  a2uiClientCapabilities?: ClientCapabilities | null;
  /** The data models of the client. */
  a2uiClientDataModel?: ClientDataModel | null;
  /** The capabilities of the client, under the name of 1.0. */
  a2uiRendererCapabilities?: ClientCapabilities | null;
  /** The data models of the client, under the name of 1.0. */
  a2uiRendererDataModel?: ClientDataModel | null;
  [member: string]: unknown;
}

export interface MessageSendParams {
  /** The message to send. */
  message: A2aMessage;
  /** The metadata of the request. */
  metadata?: MessageMetadata | null;
  [member: string]: unknown;
}

export interface Metadata {
  /** The extensions by name; an object. Names are identifiers as defined by Unicode Standard Annex 31. Names that begin with `a2ui_` are reserved for official extensions. */
  extensions?: unknown;
  [member: string]: unknown;
}

export type MimeType = "application/a2ui+json" | "application/json+a2ui" | (string & {});

export interface Modal {
  /** The id of the child that the modal displays. */
  contentChild: ComponentId;
  /** The id of the child that opens the modal. */
  entryPointChild: ComponentId;
  [member: string]: unknown;
}

export interface MultipleChoice {
  /** `true` if the user can filter the options. */
  filterable?: boolean | null;
  /** The maximum number of selected options; an integer. */
  maxAllowedSelections?: number | null;
  /** The options to select from. */
  options: ChoiceOption[];
  /** The values of the selected options. If bound, the component writes to the path. */
  selections: BoundStringList;
  /** The appearance of the options. */
  variant?: ChoiceVariant | null;
  [member: string]: unknown;
}

export interface NamedFunctions {
  [member: string]: unknown;
}

export type NamedIcon = "accountCircle" | "add" | "arrowBack" | "arrowForward" | "attachFile" | "calendarToday" | "call" | "camera" | "check" | "close" | "delete" | "download" | "edit" | "event" | "error" | "favorite" | "favoriteOff" | "folder" | "help" | "home" | "info" | "locationOn" | "lock" | "lockOpen" | "mail" | "menu" | "moreVert" | "moreHoriz" | "notificationsOff" | "notifications" | "payment" | "person" | "phone" | "photo" | "print" | "refresh" | "search" | "send" | "settings" | "share" | "shoppingCart" | "star" | "starHalf" | "starOff" | "upload" | "visibility" | "visibilityOff" | "warning" | (string & {});

export interface OtherPart {
  /** The kind before A2A 1.0, such as `file`. */
  kind?: string | null;
  [member: string]: unknown;
}

export interface Part {
  [member: string]: unknown;
}

export interface PartMetadata {
  /** The MIME type of the data. */
  mimeType?: MimeType | null;
  [member: string]: unknown;
}

export interface Row {
  /** The vertical alignment of the children. */
  alignment?: Alignment | null;
  /** The children, from start to end. */
  children: Children;
  /** The horizontal distribution of the children. */
  distribution?: Distribution | null;
  [member: string]: unknown;
}

export interface Slider {
  /** The label of the slider. */
  label?: BoundString | null;
  /** The maximum of the range. */
  maxValue?: number | null;
  /** The minimum of the range. */
  minValue?: number | null;
  /** The selected number. If bound, the slider writes to the path. */
  value: BoundNumber;
  [member: string]: unknown;
}

export interface SurfaceDataModels {
  [member: string]: unknown;
}

export type SurfaceId = string;

export interface SurfaceSnapshot {
  /** The catalog of the surface; in 1.0 it applies to components that do not name a catalog. */
  catalogId?: CatalogId | null;
  /** The components by id, in order of arrival, each in the form of its version. */
  components: unknown;
  /** The data model of the surface. */
  dataModel?: unknown;
  /** The vendor extensions of `createSurface`; only in 1.0. */
  metadata?: Metadata | null;
  /** The root that `beginRendering` names. It is absent in 0.9 and later, where the component `root` is the root. */
  root?: ComponentId | null;
  /** `true` if the client sends the data model with its messages. */
  sendDataModel?: boolean | null;
  /** The id of the surface. */
  surfaceId: SurfaceId;
  /** The theme of the surface, called `styles` in 0.8. */
  theme?: unknown;
  /** The version as the message that created the surface states it: `v0.8` (which messages omit), `v0.9`, `v0.9.1`, `v0.10` or `v1.0`. */
  version: string;
  [member: string]: unknown;
}

export interface SurfaceUpdate {
  /** The components; at least one. */
  components: Component[];
  /** The id of the surface. The first message with an unknown id creates the surface. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export interface TabItem {
  /** The id of the child that the tab displays. */
  child: ComponentId;
  /** The label of the tab. */
  title: BoundString;
  [member: string]: unknown;
}

export interface Tabs {
  /** The tabs with their children. */
  tabItems: TabItem[];
  [member: string]: unknown;
}

export interface Text {
  /** The text to display. */
  text: BoundString;
  /** The style of the text. */
  usageHint?: UsageHint | null;
  [member: string]: unknown;
}

export interface TextField {
  /** The label of the field. */
  label: BoundString;
  /** The text in the field. If bound, the field writes to the path. */
  text?: BoundString | null;
  /** The kind of text that is entered. */
  textFieldType?: TextFieldType | null;
  /** A regular expression that the text must match. */
  validationRegexp?: string | null;
  [member: string]: unknown;
}

export type TextFieldType = "date" | "longText" | "number" | "shortText" | "obscured" | (string & {});

export interface TextPart {
  /** The constant `text` before A2A 1.0; absent since then. */
  kind?: string | null;
  /** The content of the part. */
  text: string;
  [member: string]: unknown;
}

export type Timestamp = string;

export type UsageHint = "h1" | "h2" | "h3" | "h4" | "h5" | "caption" | "body" | (string & {});

export interface UserAction {
  /** The context of the action with its bindings resolved; an object. */
  context: unknown;
  /** The name in the `action` of the component. */
  name: string;
  /** The component that the user activated. */
  sourceComponentId: ComponentId;
  /** The surface of the component. */
  surfaceId: SurfaceId;
  /** The time of the action. */
  timestamp: Timestamp;
  [member: string]: unknown;
}

export interface Video {
  /** The URL of the video. */
  url: BoundString;
  [member: string]: unknown;
}

/** A message of the dialect. */
export type Message = AgentMessage | ClientMessage;
