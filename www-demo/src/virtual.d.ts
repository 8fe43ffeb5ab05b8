// Modules that the plugins in vite/ make.
declare module "virtual:typings" {
  /** Typings by the path that TypeScript finds them at. */
  const typings: Record<string, string>;
  export default typings;
}

declare module "virtual:samples" {
  type Loaded = { source: string; code: import("./playground/run/code.ts").Code };
  /** The descriptions of the files in docs/samples. */
  export const samples: readonly import("./playground/samples/describe.ts").Sample[];
  /** Their text, and the code that it is. */
  export const load: Record<string, () => Promise<{ default: Loaded }>>;
}

declare module "virtual:figures" {
  export const figures: import("./shell/figures.d.ts").Figures;
  /** A complete bot, by the name of its file. */
  export const code: Readonly<Record<string, string>>;
}
