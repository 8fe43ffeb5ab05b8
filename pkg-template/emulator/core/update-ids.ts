// The next `update_id` of a snapshot, so that no bot receives one twice after another snapshot is loaded.

import { act } from "./act.js";
import { answerOf } from "./answer.js";
import { Service } from "../emulator.js";

/** Returns the next `update_id`, read from a copy in which a user writes to each bot. */
export function nextUpdateId(snapshot: Uint8Array, now: number): number {
  const copy = new Service(undefined, 0, "loopback", 0, 0, "", 0, snapshot);
  const request = (token: string, call: string): string => {
    const answer = answerOf(copy.request(now, "GET", `/bot${token}/${call}`, "", new Uint8Array()) as unknown[]);
    return typeof answer.body === "string" ? answer.body : "{}";
  };
  try {
    act(copy, now, "clear_faults", {});
    const user = act(copy, now, "add_user", {}).id;
    return act(copy, now, "bots", {}).reduce((most, { user: { id: bot }, token }) => {
      request(token, "deleteWebhook");
      request(token, `getUpdates?offset=-1&allowed_updates=${encodeURIComponent('["message"]')}`);
      act(copy, now, "write", { user, bot, text: "." });
      const { result = [] } = JSON.parse(request(token, "getUpdates?offset=-1")) as { result?: { update_id: number }[] };
      return Math.max(most, result[0]?.update_id ?? 0);
    }, 0);
  } finally {
    copy.free();
  }
}
