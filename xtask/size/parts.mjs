// Analyzes the bytes of an upload: the sections of the wasm, and the modules of the script.
import { gzipSync } from "node:zlib";

const SECTIONS = { 10: "code", 11: "data" };

/** Returns the bytes of the wasm's sections, raw and with gzip -9. Small sections are combined. */
export function sections(wasm) {
  const found = new Map();
  for (let at = 8; at < wasm.length; ) {
    const name = SECTIONS[wasm[at]] ?? "other sections";
    const [length, start] = leb128(wasm, at + 1);
    const known = found.get(name) ?? { raw: 0, gzip: 0 };
    const gzip = gzipSync(wasm.subarray(start, start + length), { level: 9 }).length;
    found.set(name, { raw: known.raw + length, gzip: known.gzip + gzip });
    at = start + length;
  }
  return [...found].map(([name, bytes]) => ({ name: `wasm: ${name}`, ...bytes }));
}

/** Returns the bytes of each module in the minified script, from esbuild's metafile, the largest first. */
export function modules(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => (output.entryPoint ? Object.entries(output.inputs) : []));
  const parts = inputs.map(([path, { bytesInOutput }]) => ({ name: path.replace(/^.*node_modules\//, ""), raw: bytesInOutput }));
  return parts.filter((part) => part.raw > 0).sort((one, other) => other.raw - one.raw);
}

/** Reads an unsigned number of WebAssembly, and returns it with the offset after it. */
function leb128(bytes, at) {
  let number = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [number >>> 0, at];
  }
}
