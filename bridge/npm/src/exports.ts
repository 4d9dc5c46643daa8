// What all modules of the package export beside `load`.
export type { Bridge, BridgeClass } from "./bridge.js";
export type { Dialect, MessageInput, MessageOf, MessageTypeName, OneMessage, Text } from "./dialect.js";
export { AgentUiError, ModuleError, RefusedError, UsageError } from "./errors.js";
export type { MessageTypes, OpenMessageTypes } from "./messages/index.js";
export type { LoadOptions, WasmSource } from "./module.js";
export type { BridgeOptions, CarryOption, Context, PushOptions, TranslateOptions, TranslatorOptions } from "./options.js";
export * from "./results.js";
export type { Translator, TranslatorClass } from "./translator.js";
