// Emulators of a test, on a port or without one, closed after it, and calls of their bots.

import assert from "node:assert/strict";
import { afterEach } from "node:test";

import { createEmulator as unchecked, serve } from "botwire/emulator";

import { createEmulator } from "../support/closed.mjs";

/** Cleanup functions, called after the test. */
export const ends = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An emulator that is closed after the test. */
export function started(options, create = createEmulator) {
  const emulator = create(options);
  ends.push(() => emulator.close());
  return emulator;
}

/** Serves an emulator until the test ends. Returns its server and functions that send requests to it. */
export async function listening(emulator, options) {
  const server = await serve(emulator, { port: 0, ...options });
  ends.push(server.close);
  const ask = (path, init) => fetch(server.url + path, init);
  const json = async (path, init) => (await ask(path, init)).json();
  const post = (path, body) => json(path, { method: "POST", body: typeof body === "object" && !ArrayBuffer.isView(body) ? JSON.stringify(body) : body });
  return { server, ask, json, post };
}

/** An emulator on a port, request functions, and `call`, which returns the result of a call over HTTP. */
export async function served(options, serveOptions) {
  const emulator = started(options, unchecked);
  const port = await listening(emulator, serveOptions);
  const call = async (method, parameters = {}) => {
    const path = `/bot${encodeURIComponent(emulator.token)}/${encodeURIComponent(method)}`;
    return (await port.json(path, posted(parameters))).result;
  };
  return { emulator, ...port, call };
}

/** A request with parameters as JSON. */
export const posted = (parameters) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) });

/** A call with JSON parameters; its envelope. */
export async function call(emulator, method, parameters = {}, init = {}) {
  const response = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${method}`, { ...posted(parameters), ...init });
  const envelope = await response.json();
  assert.equal(response.status, envelope.ok ? 200 : envelope.error_code);
  return envelope;
}

/** A call that must succeed; its result. */
export async function result(emulator, method, parameters) {
  const { ok, result, description } = await call(emulator, method, parameters);
  assert.ok(ok, `${method}: ${description}`);
  return result;
}

/** The texts of the updates of a call. */
export function texts({ result }) {
  return result.map((update) => update.message.text);
}

/** The messages of uncaught exceptions while `work` runs. */
export async function uncaughtIn(work) {
  const uncaught = [];
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => void uncaught.push(error.message));
  try {
    await work();
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of listeners) process.on("uncaughtException", listener);
  }
  return uncaught;
}
