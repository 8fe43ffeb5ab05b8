// What a service has said about a bot or a chat, remembered for a while.
import { type Bot, coreOf } from "../bot.js";
import { keyOfToken } from "../options/bot-id.js";
import type { Core } from "../options/bot-options.js";

interface Fact {
  readonly askedAt: number;
  readonly value: Promise<any>;
}

/** By the `fetch` of the bot, because an emulator has one of its own: two of them are two services at the same address. */
const facts = new WeakMap<object, Map<string, Fact>>();
/** Stands for the `fetch` of the runtime. */
const ofRuntime = {};
/** The number of facts from which all are forgotten. */
const MOST_FACTS = 1000;

/**
 * Returns what the service says, and remembers it by the address and the identifier of the bot: options that are created for
 * each request create another Bot each time. A failure is not remembered.
 *
 * @param maxAgeMs - The age from which the service is asked again.
 */
export function remembered<Value>(apiName: string, bot: Bot, name: string, maxAgeMs: number, ask: () => Promise<Value>): { readonly value: Promise<Value>; readonly ageMs: number } {
  const { token, clock, settings } = coreOf(bot, apiName);
  const network = settings.fetch ?? ofRuntime;
  const known = facts.get(network) ?? new Map<string, Fact>();
  facts.set(network, known);
  const key = `${bot.baseUrl} ${keyOfToken(token)} ${name}`;
  const now = clock.now();
  const found = known.get(key);
  if (found && now - found.askedAt < maxAgeMs) return { value: found.value, ageMs: now - found.askedAt };
  const value = ask();
  if (known.size >= MOST_FACTS) known.clear();
  known.set(key, { askedAt: now, value });
  value.catch(() => known.delete(key));
  return { value, ageMs: 0 };
}

/** Forgets the facts of a bot whose names begin so. */
export function forget({ token, settings }: Core, name: string): void {
  const known = facts.get(settings.fetch ?? ofRuntime) ?? new Map<string, Fact>();
  for (const key of known.keys()) if (key.includes(` ${keyOfToken(token)} ${name}`)) known.delete(key);
}
