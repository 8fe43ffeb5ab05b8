// An emulator on a port, and what asks it; both end with the test.

import { afterEach } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

const ends = [];
afterEach(async () => { for (const end of ends.splice(0)) await end(); });

export async function served(options) {
  const emulator = createEmulator(options);
  const server = await serve(emulator, { port: 0 });
  ends.push(() => (emulator.close(), server.close()));
  const ask = (path, init) => fetch(server.url + path, init);
  const json = async (path, init) => (await ask(path, init)).json();
  const post = (path, body) => json(path, { method: "POST", body: typeof body === "object" && !ArrayBuffer.isView(body) ? JSON.stringify(body) : body });
  const call = async (method, parameters = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) };
    return (await json(`/bot${encodeURIComponent(emulator.token)}/${encodeURIComponent(method)}`, init)).result;
  };
  return { emulator, server, ask, json, post, call };
}
