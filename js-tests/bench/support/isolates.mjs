// A worker that loads others, each into a new isolate, and delivers one update to each: the work of a cold start.
import { deliver } from "./deliveries.mjs";

let started = 0;

export default {
  async fetch(request, { LOADER, SETTINGS, ...files }) {
    for (let calls = Number(new URL(request.url).searchParams.get("calls")); calls > 0; calls--) {
      const modules = SETTINGS.names.map((name, index) => [name, module(files[`FILE${index}`])]);
      const worker = LOADER.load({ ...SETTINGS.worker, mainModule: SETTINGS.names[0], modules: Object.fromEntries(modules) });
      await deliver(worker.getEntrypoint(), "small");
    }
    return new Response("done");
  },
};

const module = (file) => (typeof file === "string" ? { js: file } : { wasm: renewed(file) });

/** V8 keeps compiled wasm by its bytes for the whole process, so each isolate gets others: with a custom section "no". */
function renewed(wasm) {
  const bytes = new Uint8Array(wasm.byteLength + 9);
  bytes.set(new Uint8Array(wasm));
  bytes.set([0, 7, 2, 0x6e, 0x6f], wasm.byteLength);
  new DataView(bytes.buffer).setUint32(wasm.byteLength + 5, ++started);
  return bytes.buffer;
}
