// Modules that the plugins in vite/ make.
declare module "virtual:typings" {
  /** Typings by the path that TypeScript finds them at. */
  const typings: Record<string, string>;
  export default typings;
}

declare module "virtual:examples" {
  type Code = import("./run/code.ts").Code;
  /** Sources of the examples by file name, and the code that they are. */
  const examples: Record<string, { source: string; code: Code }>;
  export default examples;
}
