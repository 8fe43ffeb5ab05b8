// Sends the score of a game from its page to the bot's server, which reports it to the service.
import type { WireRecord } from "../wire/entries.ts";
import type { Runner } from "./run/runner.ts";
import { SERVER } from "./sandbox/server.ts";

/** Sends a score. Resolves with a text for the user. The game's URL identifies the player and the message. */
export async function reportScore({ runner, record }: { readonly runner: Runner; readonly record: WireRecord }, url: string, score: number): Promise<string> {
  const known = [...new URL(url).searchParams].map(([name, value]) => [name, name.endsWith("_id") && /^-?\d{1,15}$/.test(value) ? Number(value) : value]);
  const body = { ...(Object.fromEntries(known) as Record<string, unknown>), score };
  const target = `${SERVER}/score`;
  const headers = { "content-type": "application/json" };
  const id = record.add({
    direction: "delivery", name: "score", note: "from the page of the game, not from the service",
    request: { verb: "POST", url: target, headers, body },
  });
  const response = await runner.answer(new Request(target, { method: "POST", headers, body: JSON.stringify(body) }));
  const answer = (await response.json().catch(() => null)) as { isBest?: boolean } | null;
  record.change(id, { response: { status: response.status, headers: {}, body: answer } });
  if (!response.ok) return `The bot's server answered ${response.status}: it takes no scores.`;
  return answer?.isBest ? "A new best score!" : "Not above your best score.";
}
