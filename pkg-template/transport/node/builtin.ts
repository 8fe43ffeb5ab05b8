// Modules of Node, loaded when they are needed.

/** The modules that the transport uses. */
interface Modules {
  "node:http": typeof import("node:http").default;
  "node:https": typeof import("node:https").default;
  "node:zlib": typeof import("node:zlib").default;
  "node:stream": typeof import("node:stream");
}

/** Loads a module of Node. `import()` alone fails in CommonJS tests of Jest; Node before 20.16 has nothing else. */
export async function builtin<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  const { process } = globalThis as any;
  const found = process.getBuiltinModule?.(name) ?? (await import(/* @vite-ignore */ /* webpackIgnore: true */ name));
  return found.default ?? found;
}
