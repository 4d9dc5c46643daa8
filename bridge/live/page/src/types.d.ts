// What the bundler and hosts put in.
declare const ICON_GLYPHS: Record<string, string>;
declare module '*.css' { const text: string; export default text; }
interface Window { maestro: { send(action: string, element: string | null, data: unknown): void } }
