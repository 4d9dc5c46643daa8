// Names that the bundler and hosts define.
declare const ICON_GLYPHS: Record<string, string>;
declare module '*.css' { const text: string; export default text; }
interface Window { agentUi: typeof import('./custom.js').registry; maestro: { send(action: string, element: string | null, data: unknown): void } }
