// An entry of the wire as a test with the emulator.
import type { WireEntry } from "./entries.ts";
import { callAsText, literal } from "./copies.ts";

/** A test that makes the call, or that delivers the update. */
export async function asTest(entry: WireEntry): Promise<string> {
  return entry.direction === "call" ? testOfCall(entry) : testOfDelivery(entry);
}

const indented = (lines: readonly string[]): string => lines.flatMap((line) => line.split("\n")).map((line) => `  ${line}\n`).join("");

function test(name: string, imports: readonly string[], lines: readonly string[]): string {
  const all = ['import assert from "node:assert/strict";', 'import { test } from "node:test";', ...imports];
  return `${all.join("\n")}\n\ntest(${JSON.stringify(name)}, async () => {\n${indented(lines)}});\n`;
}

async function testOfCall(entry: WireEntry): Promise<string> {
  const { name, chat, response } = entry;
  const isPrivate = typeof chat === "number" && chat > 0;
  const place = typeof chat !== "number" ? [] : isPrivate
    ? [`const user = emulator.user({ id: ${chat} });`, "user.unblock(); // The user started the bot."]
    : ["const user = emulator.user();", "const chat = emulator.chat({ type: \"supergroup\", creator: user, administrators: [emulator.bot] });"];
  const call = await callAsText(entry, typeof chat !== "number" ? undefined : isPrivate ? "user.id" : "chat.id");
  const { ok, description, result } = (response?.body ?? {}) as { ok?: boolean; description?: string; result?: { text?: string } };
  const check = ok === false
    ? [`await assert.rejects(${call}, (error) => error.description === ${JSON.stringify(description)});`]
    : typeof result?.text === "string" ? [`const result = await ${call};`, `assert.equal(result.text, ${JSON.stringify(result.text)});`] : [`assert.ok(await ${call});`];
  return test(name, ['import { Bot } from "botwire";', 'import { createEmulator } from "botwire/emulator";'], [
    "const emulator = createEmulator();",
    "const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });",
    ...place, ...check, "emulator.close();",
  ]);
}

function testOfDelivery({ name, request, response }: WireEntry): string {
  const { update_id: _, ...update } = (request.body ?? {}) as { update_id?: number; message?: { text?: string; from?: { id: number; first_name: string }; chat?: { type: string } } };
  const { text, from, chat } = update.message ?? {};
  const isWritten = text !== undefined && from !== undefined && chat?.type === "private";
  const answer = (response?.body ?? {}) as { method?: string; text?: string };
  const seen = answer.method === "sendMessage" && typeof answer.text === "string"
    ? [`assert.equal((await user.nextMessage()).text, ${JSON.stringify(answer.text)});`]
    : ["assert.ok(await user.nextMessage());"];
  return test(name, ['import { createEmulator } from "botwire/emulator";', 'import { handler } from "./bot.js"; // takes a Request, returns a Response'], [
    "const emulator = createEmulator({ bots: [{ token: process.env.BOT_TOKEN }], webhook: handler });",
    "await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/setWebhook?url=https://bot.example/hook`);",
    ...(isWritten
      ? [`const user = emulator.user({ id: ${from.id}, first_name: ${JSON.stringify(from.first_name)} });`, `user.write(${JSON.stringify(text)});`, ...seen]
      : [`emulator.deliver(${literal(update, "")});`, "await emulator.settle();", 'assert.equal(emulator.log().findLast(({ kind }) => kind === "delivery").status, 200);']),
    "emulator.close();",
  ]);
}
