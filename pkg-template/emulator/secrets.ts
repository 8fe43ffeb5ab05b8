// What the control path tells holds no token.

import type { Emulator } from "./service.js";

/** The value with `<token>` in place of the tokens of all bots, in each of its strings. */
export function withoutTokens(emulator: Emulator, value: unknown): unknown {
  const tokens = known(emulator).flatMap((token) => {
    const encoded = encodeURIComponent(token);
    return [token, encoded, encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())];
  });
  const hide = (text: string): string => tokens.reduce((shown, token) => shown.replaceAll(token, "<token>"), text);
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return hide(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [hide(name), walk(member)]));
  };
  return walk(value);
}

function known(emulator: Emulator): string[] {
  const tokens = emulator.bots.map(({ token }) => token);
  try {
    // With those that `add_bot` made.
    return [...tokens, ...emulator.act<{ token: string }[]>("bots").map(({ token }) => token)].filter(isSecret);
  } catch {
    return tokens.filter(isSecret);
  }
}

/** A shorter token, or one of digits alone, also stands in ordinary texts and numbers. */
const isSecret = (token: string): boolean => token.length >= 6 && !/^\d+$/.test(token);
