// The rights of an administrator, and what a member may send, one by one.
import type { Chat, ChatMember } from "botwire";
import { useState } from "preact/hooks";
import { nameOf } from "../chat/service-note.ts";
import type { Client } from "./client.ts";
import { Sheet } from "./Sheet.tsx";

const SHARED = ["can_change_info", "can_delete_messages", "can_invite_users", "can_restrict_members"] as const;
/** The rights that an administrator can have, by the kind of the chat. */
const RIGHTS = {
  group: SHARED,
  supergroup: [...SHARED, "can_pin_messages", "can_promote_members"],
  channel: [...SHARED, "can_post_messages", "can_edit_messages", "can_promote_members"],
} as const;
const PERMISSIONS = ["can_send_messages", "can_send_media_messages", "can_send_other_messages", "can_add_web_page_previews"] as const;

type Name = (typeof RIGHTS)[keyof typeof RIGHTS][number] | (typeof PERMISSIONS)[number];

const WORDS: Readonly<Record<Name, string>> = {
  can_change_info: "Change title, photo and description", can_delete_messages: "Delete messages of others", can_invite_users: "Invite users",
  can_restrict_members: "Restrict and remove members", can_pin_messages: "Pin messages", can_promote_members: "Add administrators",
  can_post_messages: "Post", can_edit_messages: "Edit messages of others", can_send_messages: "Send texts, contacts and places",
  can_send_media_messages: "Send photos, videos, sounds and documents", can_send_other_messages: "Send stickers and games, use inline bots",
  can_add_web_page_previews: "Add previews of web pages",
};

const allOf = (names: readonly Name[]): Partial<Record<Name, boolean>> => Object.fromEntries(names.map((name) => [name, true]));

/** All rights that an administrator can have in a chat. */
export const allRights = ({ type }: Chat): Partial<Record<Name, boolean>> => allOf(RIGHTS[type as keyof typeof RIGHTS]);
/** Everything that a member may send. */
export const EVERYTHING = allOf(PERMISSIONS);

/** The sheet. `sets` says whether it makes an administrator or restricts a member. */
export function Rights({ client, chat, member, sets }: { client: Client; chat: Chat; member: ChatMember; sets: "promote" | "restrict" }) {
  const names: readonly Name[] = sets === "promote" ? RIGHTS[chat.type as keyof typeof RIGHTS] : PERMISSIONS;
  const isFree = sets === "restrict" && member.status === "member";
  const [chosen, choose] = useState<ReadonlySet<Name>>(() => new Set(names.filter((name) => isFree || (member as Partial<Record<Name, boolean>>)[name] === true)));
  const back = (): void => void (client.sheet.value = { kind: "chat" });
  const toggle = (name: Name): void => choose(new Set(chosen.has(name) ? [...chosen].filter((other) => other !== name) : [...chosen, name]));
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const set = { chat: chat.id, user: client.me.value.id, member: member.user.id, ...allOf([...chosen]) };
    const done = await client.attempt(() => client.world.act(sets, set));
    if (!done) return;
    await client.refresh();
    back();
  };
  return (
    <Sheet title={sets === "promote" ? `Rights of ${nameOf(member.user)}` : `What ${nameOf(member.user)} may do`} onClose={back}>
      <form class="form" onSubmit={(event) => void save(event)}>
        <div class="rights" role="group" aria-label={sets === "promote" ? "Rights" : "Permissions"}>
          {names.map((name) => <label key={name} class="fault-check"><input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} /> {WORDS[name]}</label>)}
        </div>
        {sets === "promote" && chosen.size === 0 && <p class="muted small">Without a right: an ordinary member.</p>}
        <p class="phone-notice-line" role="status" dir="auto">{client.notice.value}</p>
        <div class="sheet-actions"><button type="button" class="btn" onClick={back}>Cancel</button><button type="submit" class="btn primary">Save</button></div>
      </form>
    </Sheet>
  );
}
