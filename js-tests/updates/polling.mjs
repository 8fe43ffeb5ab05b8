// poll() in virtual time against the emulator.
import { Bot } from "botwire";
import { createEmulator } from "botwire/emulator";
import { inVirtualTime } from "../support/virtual-time.mjs";

/** A Bot of the emulator that sends requests through `fetch`. */
const botOf = (emulator, fetch = emulator.fetch) =>
  new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch, retry: { retries: 0, baseMs: 1000 } });

/** Runs a task with an emulator and a bot; time advances when nothing else can happen. */
export const polling = (task, options) =>
  inVirtualTime(undefined, async ({ now, timers }) => {
    const emulator = createEmulator({ logSize: 10_000, ...options });
    try {
      return await task({ emulator, bot: botOf(emulator), botOf, now, timers, stop: new AbortController() });
    } finally {
      emulator.close();
    }
  });

/** In virtual time. */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the condition is true, in virtual time. */
export async function until(holds, everyMs = 10) {
  while (!holds()) await wait(everyMs);
}

/** The updates that the service would return again, without confirming any. */
export const pending = (bot) => bot.getUpdates({ timeout: 0 });

/** The calls of a method so far, or of all methods. */
export const calls = (emulator, method) =>
  emulator.log().filter((entry) => entry.kind === "call" && (method === undefined || entry.method === method));

export { passing } from "../support/deliveries.mjs";

export const texts = (updates) => updates.map(({ message }) => message.text);
