// Imports of the entries that are not TypeScript: wasm files in the form of each runtime, and some declarations of Node and workerd.
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
declare module "*.wasm.base64.js" {
  const base64: string;
  export default base64;
}
declare module "node:fs" {
  export function readFileSync(file: string | URL): Uint8Array<ArrayBuffer>;
}
declare module "node:path" {
  export function resolve(...paths: string[]): string;
}
declare const Buffer: {
  from(content: string | Uint8Array, encoding?: "base64"): Uint8Array<ArrayBuffer> & { toString(encoding: "base64"): string };
  concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
  byteLength(text: string): number;
};
declare class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number);
}
interface ImportMeta {
  readonly dirname: string;
  readonly env?: { readonly PROD?: boolean; readonly SSR?: boolean };
  glob(path: string, options: { query: string; import: string; eager: true; exhaustive: true }): Record<string, string>;
}
