// Albums: photos and videos that were sent together are drawn as one message.
import type { SeenMessage } from "botwire/emulator";
import { contentStyle } from "./kinds.tsx";

/** Messages that are drawn as one. Albums without pictures stay single messages. */
export function inAlbums(messages: readonly SeenMessage[]): (readonly [SeenMessage, ...SeenMessage[]])[] {
  const groups: [SeenMessage, ...SeenMessage[]][] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isNext = message.media_group_id !== undefined && first?.media_group_id === message.media_group_id && first.from?.id === message.from?.id;
    if (last && isNext && isPicture(message) && isPicture(first) && message.reply_markup === undefined) last.push(message);
    else groups.push([message]);
  }
  return groups;
}

const isPicture = (message: SeenMessage): boolean => contentStyle(message) === "visual";
