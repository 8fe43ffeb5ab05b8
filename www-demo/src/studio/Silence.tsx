// Under a message without an answer: why there is none.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { presenceOf, useNow } from "./now.ts";
import { silenceOf } from "./bot-state.ts";
import type { Desk } from "./desk.ts";

/** Milliseconds after which an answer is missed. */
const PATIENCE_MS = 5_000;

export function Silence({ desk }: { desk: Desk }) {
  const { client, world } = desk;
  const { messages, action } = client.view.value;
  const last = messages.at(-1);
  const [overdue, setOverdue] = useState<number | undefined>(undefined);
  const now = useNow(desk);
  const isOwn = last !== undefined && "bot" in client.place.value && last.from?.id === client.me.value.id && action === undefined;
  useEffect(() => {
    if (!isOwn || last === undefined) return;
    const { message_id } = last;
    // Its time is in seconds, and the clock may have been moved meanwhile.
    const isOld = Math.abs(now - last.date * 1000) > 2 * PATIENCE_MS;
    const timer = setTimeout(() => setOverdue(message_id), isOld ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOwn, last?.message_id]);
  if (!isOwn || last === undefined || overdue !== last.message_id) return null;
  const found = desk.blockOf(last);
  // The blocks may change without the messages.
  void desk.blocks.value;
  if (found?.block.kind === "update" && found.block.calls.some(({ chat }) => chat === last.chat.id)) return null;
  const text = silenceOf(presenceOf(desk), world.program.status.value, found !== undefined, now);
  return (
    <p class="silence">
      <Icon name="alert" size={14} /> <span>{text} {found && <button type="button" class="link" onClick={() => (desk.choose({ block: found.block.key }), (desk.goal.value = found.block.key))}>Show on the wire</button>}</span>
    </p>
  );
}
