// Written by types.mjs from the JSON Schemas of this project.
// Dialect: a2ui@1.0

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

export interface AccessibilityAttributes {
  /** Additional information, such as instructions, formats or consequences. */
  description?: DynamicString | null;
  /** `true` if the component is hidden from assistive technology. */
  hidden?: DynamicBoolean | null;
  /** The purpose of the component in one to three words. */
  label?: DynamicString | null;
  /** The announcement of changes; `off` if absent. */
  live?: LiveRegion | null;
  [member: string]: unknown;
}

export type Action = (
  | { event: Event; functionCall?: never; }
  | { event?: never; functionCall: FunctionCall; }
);

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

export type AgentMessage = {
  /** The version that the message states. */
  version: Version;
} & (
  | { createSurface: CreateSurface; updateComponents?: never; updateDataModel?: never; deleteSurface?: never; callRendererFunction?: never; agentFunctionResponse?: never; }
  | { createSurface?: never; updateComponents: UpdateComponents; updateDataModel?: never; deleteSurface?: never; callRendererFunction?: never; agentFunctionResponse?: never; }
  | { createSurface?: never; updateComponents?: never; updateDataModel: UpdateDataModel; deleteSurface?: never; callRendererFunction?: never; agentFunctionResponse?: never; }
  | { createSurface?: never; updateComponents?: never; updateDataModel?: never; deleteSurface: DeleteSurface; callRendererFunction?: never; agentFunctionResponse?: never; }
  | { createSurface?: never; updateComponents?: never; updateDataModel?: never; deleteSurface?: never; callRendererFunction: CallRendererFunction; agentFunctionResponse?: never; }
  | { createSurface?: never; updateComponents?: never; updateDataModel?: never; deleteSurface?: never; callRendererFunction?: never; agentFunctionResponse: FunctionResponse; }
);

export type Align = "start" | "center" | "end" | "stretch" | (string & {});

export type AllowedCallers = "rendererOnly" | "agentOnly" | "rendererOrAgent" | (string & {});

export interface And {
  /** The values to combine; at least two. */
  values: DynamicBoolean[];
  [member: string]: unknown;
}

export type Argument = unknown;

export interface AtDataBinding {
  /** A JSON Pointer. Without a leading `/`, it is relative to the current item of a template. */
  "@path": string;
  [member: string]: unknown;
}

export interface AtFunctionCall {
  /** The name of the function. */
  "@call": string;
  /** The arguments by name; an object. */
  args?: unknown;
  /** The catalog of the function; if absent, the catalog of the surface. */
  catalogId?: CatalogId | null;
  [member: string]: unknown;
}

export interface AudioPlayer {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** A description of the audio, such as a title or summary. */
  description?: DynamicString | null;
  /** The URL of the audio. */
  url: DynamicString;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface Button {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** Conditions that must hold. Otherwise the button is disabled and shows the reason. */
  "@checks"?: CheckRule[] | null;
  /** The action of the button. */
  action: Action;
  /** The id of the component that the button shows. */
  child: ComponentId;
  /** The button style; `default` if absent. */
  variant?: ButtonVariant | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type ButtonVariant = "default" | "primary" | "borderless" | (string & {});

export interface CallAgentFunction {
  /** The function call. */
  callFunction: FunctionCall;
  /** The id of the call, which its response repeats. */
  functionCallId: CallId;
  /** The surface in which the function is called. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export type CallId = string;

export interface CallRendererFunction {
  /** The function call, which must name its catalog. */
  callFunction: FunctionCall;
  /** The id of the call, which its response repeats. */
  functionCallId: CallId;
  /** The surface in which the function is called. Added in September 2026. */
  surfaceId?: SurfaceId | null;
  [member: string]: unknown;
}

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
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The id of the child. Use a Row or Column for several children. */
  child: ComponentId;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type CatalogId = string;

export interface CheckBox {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** Conditions that the value must meet. */
  "@checks"?: CheckRule[] | null;
  /** The label of the input. */
  label: DynamicString;
  /** The state of the check box. The user writes to its binding. */
  value: DynamicBoolean;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type CheckCondition = FunctionCall | DataBinding;

export interface CheckRule {
  /** The condition that must be true or valid. */
  condition: CheckCondition;
  /** The message if the condition fails; if absent, the message of the `ValidationResult` is shown. */
  message?: string | null;
  [member: string]: unknown;
}

export type ChildList = ComponentId[] | ChildTemplate;

export interface ChildTemplate {
  /** The component to repeat for each item. */
  componentId: ComponentId;
  /** The path of the list in the data model. */
  path: string;
  [member: string]: unknown;
}

export type ChoiceDisplayStyle = "checkbox" | "chips" | (string & {});

export interface ChoiceOption {
  /** The text of the option. */
  label: DynamicString;
  /** The value that is stored when the option is chosen. */
  value: string;
  [member: string]: unknown;
}

export interface ChoicePicker {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** Conditions that the value must meet. */
  "@checks"?: CheckRule[] | null;
  /** The display of the options; `checkbox` if absent. */
  displayStyle?: ChoiceDisplayStyle | null;
  /** `true` if the user can search the options; `false` if absent. */
  filterable?: boolean | null;
  /** The label of the input. */
  label?: DynamicString | null;
  /** The options to choose from. */
  options: ChoiceOption[];
  /** The values of the chosen options. The user writes to its binding. */
  value: DynamicStringList;
  /** The number of options the user can choose; `mutuallyExclusive` if absent. */
  variant?: ChoiceVariant | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type ChoiceVariant = "multipleSelection" | "mutuallyExclusive" | (string & {});

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

export interface Column {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The horizontal alignment of the children; `stretch` if absent. */
  align?: Align | null;
  /** The children, from top to bottom. */
  children: ChildList;
  /** The vertical distribution of the children; `start` if absent. */
  justify?: Justify | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface Component {
  /** The catalog of the component type; if absent, the catalog of the surface. */
  "@catalogId"?: CatalogId | null;
  /** Extensions defined by vendors. */
  "@metadata"?: Metadata | null;
  /** The name of the component type, which must not be `Surface`. It can be absent only if the component already exists, whose type then stays the same. */
  component?: string | null;
  /** The id of the component within its surface. */
  id: ComponentId;
  [member: string]: unknown;
}

export type ComponentId = string;

export interface CreateSurface {
  /** The default catalog for components and functions. */
  catalogId?: CatalogId | null;
  /** The initial components; at least one. */
  components?: Component[] | null;
  /** The initial data model; an object. */
  dataModel?: unknown;
  /** Extensions defined by vendors. */
  metadata?: Metadata | null;
  /** `true` if the renderer sends the data model with every message; `false` if absent. */
  sendDataModel?: boolean | null;
  /** The surface to create. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export interface DataBinding {
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
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** Conditions that the value must meet. */
  "@checks"?: CheckRule[] | null;
  /** `true` if the user enters a date; `false` if absent. */
  enableDate?: boolean | null;
  /** `true` if the user enters a time; `false` if absent. */
  enableTime?: boolean | null;
  /** The label of the input. */
  label?: DynamicString | null;
  /** The latest allowed value, in ISO 8601. */
  max?: DynamicString | null;
  /** The earliest allowed value, in ISO 8601. */
  min?: DynamicString | null;
  /** The date or time in ISO 8601, or empty. The user writes to its binding. */
  value: DynamicString;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface DeleteSurface {
  /** The surface to delete. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export interface Divider {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The direction of the line; `horizontal` if absent. */
  axis?: DividerAxis | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type DividerAxis = "horizontal" | "vertical" | (string & {});

export type DynamicBoolean = unknown;

export type DynamicNumber = unknown;

export type DynamicString = unknown;

export type DynamicStringList = unknown;

export type DynamicValue = unknown;

export interface Email {
  /** The text to test. */
  value: DynamicString;
  [member: string]: unknown;
}

export type Error = ValidationFailed | GenericError;

export interface Event {
  /** The values that are sent with the event: an object whose members are `DynamicValue`s. */
  context?: unknown;
  /** The name of the action. */
  name: string;
  /** A text that represents the action in the conversation between user and agent. */
  userMessage?: DynamicString | null;
  [member: string]: unknown;
}

export type ExtensionUri = "https://a2ui.org/a2a-extension/a2ui/v0.8" | "https://a2ui.org/a2a-extension/a2ui/v0.9" | "https://a2ui.org/a2a-extension/a2ui/v0.9.1" | "https://a2ui.org/a2a-extension/a2ui/v0.10" | "https://a2ui.org/a2a-extension/a2ui/v1.0" | (string & {});

export interface FormatCurrency {
  /** The ISO 4217 code of the currency. */
  currency: DynamicString;
  /** The number of digits after the decimal point. */
  decimals?: DynamicNumber | null;
  /** `true` if thousands are separated, which is the default. */
  grouping?: DynamicBoolean | null;
  /** The amount to format. */
  value: DynamicNumber;
  [member: string]: unknown;
}

export interface FormatDate {
  /** A pattern of Unicode TR35, such as `MMM dd, yyyy`. */
  format: DynamicString;
  /** The date or time to format. */
  value: DynamicValue;
  [member: string]: unknown;
}

export interface FormatNumber {
  /** The number of digits after the decimal point. */
  decimals?: DynamicNumber | null;
  /** `true` if thousands are separated, which is the default. */
  grouping?: DynamicBoolean | null;
  /** The number to format. */
  value: DynamicNumber;
  [member: string]: unknown;
}

export interface FormatString {
  /** The text with its expressions. */
  value: DynamicString;
  [member: string]: unknown;
}

export interface FunctionCall {
  [member: string]: unknown;
}

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

export interface FunctionResponse {
  /** The error that prevented a value. */
  error?: ResponseError | null;
  /** The id of the call. */
  functionCallId: CallId;
  /** The returned value; null is a valid value. */
  value?: unknown;
  [member: string]: unknown;
}

export type Functions = FunctionDefinition[] | NamedFunctions;

export interface Functions2 {
  [member: string]: unknown;
}

export interface GenericError {
  /** A code other than those of a failed validation. */
  code: string;
  /** The call in which the error occurred, if any. */
  functionCallId?: CallId | null;
  /** An explanation for developers. */
  message: string;
  /** The surface in which the error occurred, if any. */
  surfaceId?: SurfaceId | null;
  [member: string]: unknown;
}

export interface Icon {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The name or shape of the icon. */
  name: IconName;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type IconName = unknown;

export interface Image {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** A description of the image for assistive technology. */
  description?: DynamicString | null;
  /** The scaling of the image in its frame; `fill` if absent. */
  fit?: ImageFit | null;
  /** The URL of the image. */
  url: DynamicString;
  /** The purpose of the image, which sets its size; `mediumFeature` if absent. */
  variant?: ImageVariant | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type ImageFit = "contain" | "cover" | "fill" | "none" | "scaleDown" | (string & {});

export type ImageVariant = "icon" | "avatar" | "smallFeature" | "mediumFeature" | "largeFeature" | "header" | (string & {});

export interface Index {
  /** A number added to the index; 0 if absent. */
  offset?: DynamicNumber | null;
  [member: string]: unknown;
}

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

export type Justify = "center" | "end" | "spaceAround" | "spaceBetween" | "spaceEvenly" | "start" | "stretch" | (string & {});

export interface Length {
  /** The maximum number of characters, an integer of at least 0. */
  max?: number | null;
  /** The minimum number of characters, an integer of at least 0. */
  min?: number | null;
  /** The text to measure. */
  value: DynamicString;
  [member: string]: unknown;
}

export interface List {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The alignment of the children across the direction; `stretch` if absent. */
  align?: Align | null;
  /** The children in order. */
  children: ChildList;
  /** The direction of the list; `vertical` if absent. */
  direction?: ListDirection | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type ListDirection = "vertical" | "horizontal" | (string & {});

export type LiveRegion = "off" | "polite" | "assertive" | (string & {});

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
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The id of the component in the modal. */
  content: ComponentId;
  /** The id of the component that opens the modal. */
  trigger: ComponentId;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface NamedFunctions {
  [member: string]: unknown;
}

export type NamedIcon = "accountCircle" | "add" | "arrowBack" | "arrowForward" | "attachFile" | "calendarToday" | "call" | "camera" | "check" | "close" | "delete" | "download" | "edit" | "event" | "error" | "fastForward" | "favorite" | "favoriteOff" | "folder" | "help" | "home" | "info" | "locationOn" | "lock" | "lockOpen" | "mail" | "menu" | "moreVert" | "moreHoriz" | "notificationsOff" | "notifications" | "pause" | "payment" | "person" | "phone" | "photo" | "play" | "print" | "refresh" | "rewind" | "search" | "send" | "settings" | "share" | "shoppingCart" | "skipNext" | "skipPrevious" | "star" | "starHalf" | "starOff" | "stop" | "upload" | "visibility" | "visibilityOff" | "volumeDown" | "volumeMute" | "volumeOff" | "volumeUp" | "warning" | (string & {});

export interface Not {
  /** The value to negate. */
  value: DynamicBoolean;
  [member: string]: unknown;
}

export interface Numeric {
  /** The greatest allowed number. */
  max?: number | null;
  /** The smallest allowed number. */
  min?: number | null;
  /** The number to test. */
  value: DynamicNumber;
  [member: string]: unknown;
}

export interface OpenUrl {
  /** The URL to open, as a literal, binding or call. */
  url: DynamicString;
  [member: string]: unknown;
}

export interface Or {
  /** The values to combine; at least two. */
  values: DynamicBoolean[];
  [member: string]: unknown;
}

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

export interface PlainDataBinding {
  /** A JSON Pointer. Without a leading `/`, it is relative to the current item of a template. */
  path: string;
  [member: string]: unknown;
}

export interface PlainFunctionCall {
  /** The arguments by name; an object. */
  args?: unknown;
  /** The name of the function. */
  call: string;
  /** The catalog of the function; if absent, the catalog of the surface. */
  catalogId?: CatalogId | null;
  [member: string]: unknown;
}

export interface Pluralize {
  /** The text for few. */
  few?: DynamicString | null;
  /** The text for many. */
  many?: DynamicString | null;
  /** The text for one. */
  one?: DynamicString | null;
  /** The text for all categories without their own text. */
  other: DynamicString;
  /** The text for two. */
  two?: DynamicString | null;
  /** The number that selects the text. */
  value: DynamicNumber;
  /** The text for zero. */
  zero?: DynamicString | null;
  [member: string]: unknown;
}

export interface Regex {
  /** The regular expression, in the syntax of JavaScript. */
  pattern: string;
  /** The text to test. */
  value: DynamicString;
  [member: string]: unknown;
}

export type RendererMessage = {
  /** The version that the message states. */
  version: Version;
} & (
  | { action: UserAction; callAgentFunction?: never; rendererFunctionResponse?: never; error?: never; }
  | { action?: never; callAgentFunction: CallAgentFunction; rendererFunctionResponse?: never; error?: never; }
  | { action?: never; callAgentFunction?: never; rendererFunctionResponse: FunctionResponse; error?: never; }
  | { action?: never; callAgentFunction?: never; rendererFunctionResponse?: never; error: Error; }
);

export interface Required {
  /** The value to test. */
  value: Argument;
  [member: string]: unknown;
}

export interface ResponseError {
  /** A machine-readable code, defined by the sender. */
  code: string;
  /** An explanation for developers. */
  message: string;
  [member: string]: unknown;
}

export interface Row {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The vertical alignment of the children; `stretch` if absent. */
  align?: Align | null;
  /** The children, from left to right. */
  children: ChildList;
  /** The horizontal distribution of the children; `start` if absent. */
  justify?: Justify | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface Slider {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** Conditions that the value must meet. */
  "@checks"?: CheckRule[] | null;
  /** The label of the input. */
  label?: DynamicString | null;
  /** The greatest value of the slider. */
  max: number;
  /** The smallest value; 0 if absent. */
  min?: number | null;
  /** The number of steps of the slider, an integer of at least 1. */
  steps?: number | null;
  /** The current number. The user writes to its binding. */
  value: DynamicNumber;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
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

export interface SvgPath {
  /** The path, as in the attribute `d` of an SVG `path`. */
  svgPath: DynamicString;
  [member: string]: unknown;
}

export interface Tab {
  /** The id of the component that the tab shows. */
  child: ComponentId;
  /** The label of the tab. */
  title: DynamicString;
  [member: string]: unknown;
}

export interface Tabs {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The tabs; at least one. */
  tabs: Tab[];
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface Text {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The text to show. */
  text: DynamicString;
  /** The text style; `body` if absent. */
  variant?: TextVariant | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export interface TextField {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** Conditions that the value must meet. */
  "@checks"?: CheckRule[] | null;
  /** The label of the input. */
  label: DynamicString;
  /** The text that is shown while the input is empty. */
  placeholder?: DynamicString | null;
  /** The text in the input. The user writes to its binding. */
  value?: DynamicString | null;
  /** The kind of text; `shortText` if absent. */
  variant?: TextFieldVariant | null;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

export type TextFieldVariant = "longText" | "number" | "shortText" | "obscured" | (string & {});

export interface TextPart {
  /** The constant `text` before A2A 1.0; absent since then. */
  kind?: string | null;
  /** The content of the part. */
  text: string;
  [member: string]: unknown;
}

export type TextVariant = "caption" | "body" | (string & {});

export type Timestamp = string;

export interface UpdateComponents {
  /** The components; at least one. The component with the id `root` is the root of the tree. */
  components: Component[];
  /** The surface to update. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export interface UpdateDataModel {
  /** The place to write, as a JSON Pointer; the whole model if absent or `/`. */
  path?: string | null;
  /** The surface to update. */
  surfaceId: SurfaceId;
  /** The new value; null removes the value. */
  value: unknown;
  [member: string]: unknown;
}

export interface UserAction {
  /** The context of the event with its bindings resolved; an object. */
  context: unknown;
  /** Extensions defined by vendors. */
  metadata?: Metadata | null;
  /** The name in the `action.event` of the component. */
  name: string;
  /** The component that the user activated. */
  sourceComponentId: ComponentId;
  /** The surface of the component. */
  surfaceId: SurfaceId;
  /** The time of the action. */
  timestamp: Timestamp;
  /** A description of the action for the conversation. */
  userMessage?: string | null;
  [member: string]: unknown;
}

export interface ValidationFailed {
  /** The kind of the violated rule. */
  code: ValidationFailedCode;
  /** An explanation for developers, and for the model that wrote the message. */
  message: string;
  /** A JSON Pointer to the invalid value. */
  path: string;
  /** The surface of the message. */
  surfaceId: SurfaceId;
  [member: string]: unknown;
}

export type ValidationFailedCode = "VALIDATION_FAILED" | "UNALLOWED_PARENT" | "UNALLOWED_CHILD";

export interface ValidationResult {
  /** A machine-readable code of the violated rule. */
  code?: string | null;
  /** An explanation for the user. */
  message?: string | null;
  /** The severity of the result; `error` if absent. */
  severity?: ValidationSeverity | null;
  /** `true` if the value is valid. */
  valid: boolean;
  [member: string]: unknown;
}

export type ValidationSeverity = "error" | "warning" | "info" | (string & {});

export type Version = "1.0" | "v1.0" | "1.0.0" | "V1.0";

export interface Video {
  /** Texts for assistive technology. */
  "@accessibility"?: AccessibilityAttributes | null;
  /** The URL of the image that is shown before the video plays. */
  posterUrl?: DynamicString | null;
  /** The URL of the video. */
  url: DynamicString;
  /** The relative share of space in the parent Row or Column, like CSS `flex-grow`. */
  weight?: number | null;
  [member: string]: unknown;
}

/** A message of the dialect. */
export type Message = AgentMessage | RendererMessage;
