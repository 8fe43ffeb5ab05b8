// Modules that the plugins in vite/ make.
declare module "virtual:typings" {
  /** Typings by the path that TypeScript finds them at. */
  const typings: Record<string, string>;
  export default typings;
}

declare module "virtual:samples" {
  type Loaded = { source: string; code: import("./run/code.ts").Code };
  /** The descriptions of the files in docs/samples. */
  export const samples: readonly import("./samples/describe.ts").Sample[];
  /** Their text, and the code that it is. */
  export const load: Record<string, () => Promise<{ default: Loaded }>>;
}
