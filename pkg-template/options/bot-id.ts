// The identifier of a token's bot. Rust has the same rules in src/client/token.rs; both pass tests/vectors/bot-id.json.

/** Returns the identifier of a bot, from the digits before the colon of its token, or `undefined` if the token has none. */
export function idOfToken(token: string): number | undefined {
  const digits = /^(\d{1,15}):/.exec(token)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the first part of a bot's keys in a store: its identifier, or a 32-bit FNV-1a hash of its token, which is ASCII. */
export function keyOfToken(token: string): string {
  const id = idOfToken(token);
  if (id !== undefined) return String(id);
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index++) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  return `h${(hash >>> 0).toString(16).padStart(8, "0")}`;
}
