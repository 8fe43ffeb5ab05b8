// `#/dashboard/try/<method>?<parameters>`: opens the form of a method with a bot, for links in the reference.
import { useEffect, useState } from "preact/hooks";
import { Connect } from "./Connect.tsx";
import { add, current, insideSession, type Inside } from "./session.ts";

/** Methods that work only in groups. */
const OF_GROUPS = /ChatMember|ChatPhoto$|ChatTitle$|ChatDescription$|pinChatMessage$|InviteLink$|ChatAdministrators$|ChatStickerSet$|^leaveChat$/;

/** The group of the emulator in this page, whose administrator is the bot. */
function groupIn({ emulator, user }: Inside): number {
  const known = emulator.chats().find(({ type }) => type === "supergroup");
  if (known) return known.id;
  const group = emulator.chat({ type: "supergroup", title: "Book club", creator: user, members: [emulator.user({ first_name: "Bob" }), emulator.bot] });
  group.promote(emulator.bot, { can_change_info: true, can_restrict_members: true, can_promote_members: true, can_invite_users: true, can_pin_messages: true, can_delete_messages: true });
  return group.id;
}

/** Opens the form. Visitors without a bot get the emulator's bot. */
export function Try({ method, query }: { method: string; query: string }) {
  const [isFailed, fail] = useState(false);
  const go = (): void => {
    const fields = new URLSearchParams(query);
    const inside = current.value?.inside;
    if (inside && OF_GROUPS.test(method)) fields.set("chat_id", String(groupIn(inside)));
    for (const name of inside === undefined ? [] : ["chat_id", "user_id"]) if (!fields.has(name)) fields.set(name, String(inside?.user.id));
    location.replace(`#/dashboard/methods/${method}?${fields}`);
  };
  useEffect(() => {
    if (current.value) go();
    else insideSession().then(add).then(go, () => fail(true));
  }, []);
  if (isFailed) return <div class="page"><Connect onDone={go} /></div>;
  return <div class="loading" role="status"><span class="spinner" /><span class="visually-hidden">The emulator starts</span></div>;
}
