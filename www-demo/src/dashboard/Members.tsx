// The known members of a group or channel, and the bot's actions on them.
import { useEffect, useState } from "preact/hooks";
import type { ChatMember, User } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { Calling } from "./calling.ts";
import type { Talk } from "./chats.ts";
import { Outcome } from "./Outcome.tsx";
import type { Session } from "./session.ts";

/** The service's answers about the chat. */
interface Known {
  readonly count: number;
  readonly administrators: readonly ChatMember[];
}

/** Methods that take a chat and a user. */
const MEMBER_METHODS = [["promoteChatMember", "Promote"], ["restrictChatMember", "Restrict"], ["kickChatMember", "Remove"], ["unbanChatMember", "Unban"]] as const;

/** Methods that take a chat. */
const CHAT_METHODS = [["setChatTitle", "Title"], ["setChatPhoto", "Photo"], ["exportChatInviteLink", "Invite link"], ["pinChatMessage", "Pin"], ["leaveChat", "Leave"]] as const;

const nameOf = ({ first_name, last_name }: User): string => [first_name, last_name].filter(Boolean).join(" ");

/** The users who wrote in the chat, without duplicates. */
function writersOf(talk: Talk): User[] {
  const users = new Map<number, User>();
  for (const { from, new_chat_members = [] } of talk.messages.values()) for (const user of [from, ...new_chat_members]) if (user) users.set(user.id, user);
  return [...users.values()];
}

/** The administrators as the service lists them, and members as they were seen writing: a bot cannot list all. */
export function Members({ session, talk }: { session: Session; talk: Talk }) {
  const chat_id = talk.chat.id;
  const [asking] = useState(() => new Calling<Known>());
  const load = (): void =>
    void asking.run(async ({ signal }) => ({
      count: await session.call("getChatMembersCount", { chat_id }, { signal }),
      administrators: await session.call("getChatAdministrators", { chat_id }, { signal }),
    }));
  useEffect(() => {
    load();
    return () => asking.cancel();
  }, [chat_id]);
  const known = asking.result.value;
  const administrators = known?.administrators ?? [];
  const others = writersOf(talk).filter(({ id }) => !administrators.some(({ user }) => user.id === id));
  const link = (method: string, query: string): string => `#/dashboard/methods/${method}?chat_id=${chat_id}${query}`;
  return (
    <section class="members" aria-label="Members">
      <div class="head">
        <h3>{known ? `${known.count} ${known.count === 1 ? "member" : "members"}` : "Members"}</h3>
        <button type="button" class="btn small" onClick={load}><Icon name="refresh" size={14} /> Refresh</button>
      </div>
      <Outcome session={session} calling={asking as Calling} repeat={load} withResult={false} />
      <ul>
        {administrators.map(({ user, status }) => <Member key={user.id} user={user} status={status} link={link} isSelf={user.id === session.me.value?.id} mask={session.mask} />)}
        {others.map((user) => <Member key={user.id} user={user} status="seen writing" link={link} isSelf={false} mask={session.mask} />)}
      </ul>
      <p class="members-actions">{CHAT_METHODS.map(([method, name]) => <a key={method} class="btn small" href={link(method, "")}>{name}</a>)}</p>
    </section>
  );
}

interface MemberProps {
  user: User;
  status: string;
  isSelf: boolean;
  link: (method: string, query: string) => string;
  mask: (text: string) => string;
}

function Member({ user, status, isSelf, link, mask }: MemberProps) {
  return (
    <li>
      <span class="member-name"><b dir="auto">{mask(nameOf(user))}</b> <small class="muted">{status}{isSelf ? ", this bot" : ""}</small></span>
      {!isSelf && status !== "creator" && MEMBER_METHODS.map(([method, name]) => <a key={method} class="btn small ghost" aria-label={`${name} ${mask(nameOf(user))}`} href={link(method, `&user_id=${user.id}`)}>{name}</a>)}
    </li>
  );
}
