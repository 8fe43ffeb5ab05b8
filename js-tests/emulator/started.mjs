// Emulators of a test, closed after it, and calls of their bots.

import assert from "node:assert/strict";
import { afterEach } from "node:test";

import { createEmulator } from "../support/closed.mjs";

const open = [];

/** An emulator that is closed after the test. */
export function started(options) {
  const emulator = createEmulator(options);
  open.push(emulator);
  return emulator;
}

afterEach(() => {
  for (const emulator of open.splice(0)) emulator.close();
});

/** A call with JSON parameters; its envelope. */
export async function call(emulator, method, parameters = {}, init = {}) {
  const response = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
    ...init,
  });
  const envelope = await response.json();
  assert.equal(response.status, envelope.ok ? 200 : envelope.error_code);
  return envelope;
}

/** The texts of the updates of a call. */
export function texts({ result }) {
  return result.map((update) => update.message.text);
}

/** The messages of exceptions that nobody catches while that works. */
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
