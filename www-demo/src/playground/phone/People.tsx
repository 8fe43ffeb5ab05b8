// Who the visitor is, and in which chat.
import { useState } from "preact/hooks";
import { Avatar } from "../../chat/Bubble.tsx";
import { Menu, type MenuItem } from "../../chat/Menu.tsx";
import { Icon } from "../../shell/icons.tsx";
import { ExamplePick } from "../ExamplePick.tsx";
import type { Hand } from "./hand.ts";

/** Names of users that are added. */
const NAMES = ["Carol", "Dave", "Erin", "Frank", "Grace", "Heidi"];

/** The users to be played. */
export function People({ hand: { stage } }: { hand: Hand }) {
  const { users, me, unread } = stage;
  const taken = new Set(users.value.map(({ user }) => user.first_name));
  const next = NAMES.find((name) => !taken.has(name));
  return (
    <div class="people" role="group" aria-label="You play">
      <span class="people-label" aria-hidden="true">You are</span>
      {users.value.map((user) => {
        const { first_name } = user.user;
        const news = (unread.value.get(`${user.id}/bot`) ?? 0) + (unread.value.get(`${user.id}/group`) ?? 0);
        const isMe = user === me.value;
        return (
          <button key={user.id} type="button" class="person" aria-pressed={isMe} onClick={() => stage.play(user)}>
            <Avatar user={user.user} size={24} />
            {first_name}
            {!isMe && news > 0 && <span class="count" aria-label={`${news} unread`}>{news}</span>}
          </button>
        );
      })}
      {next && (
        <button type="button" class="icon-btn small" aria-label={`Add ${next}`} title={`Add ${next}`} onClick={() => stage.play(stage.add(next))}>
          <Icon name="plus" size={15} />
        </button>
      )}
      <span class="people-example"><ExamplePick /></span>
    </div>
  );
}

/** The chats of the user, and what can be done in the one that is open. */
export function Chats({ hand }: { hand: Hand }) {
  const { stage } = hand;
  const { me, place, unread, emulator } = stage;
  const tabs = [
    { place: "bot", name: emulator.bot.first_name, icon: "bot" },
    { place: "group", name: titleOf(hand), icon: "people" },
  ] as const;
  return (
    <div class="chats">
      <div class="chats-tabs" role="group" aria-label="Chat">
        {tabs.map((tab) => {
          const news = unread.value.get(`${me.value.id}/${tab.place}`) ?? 0;
          return (
            <button key={tab.place} type="button" class="chat-tab" aria-pressed={place.value === tab.place} onClick={() => stage.play(me.value, tab.place)}>
              <Icon name={tab.icon} size={17} />
              <span class="chat-tab-name">{tab.name}</span>
              {news > 0 && place.value !== tab.place && <span class="count" aria-label={`${news} unread`}>{news}</span>}
            </button>
          );
        })}
      </div>
      <ChatMenu hand={hand} />
    </div>
  );
}

/** The title of the group as it is now. */
function titleOf({ stage }: Hand): string {
  void stage.beat.value;
  return stage.emulator.chats().find(({ id }) => id === stage.group.id)?.title ?? "Group";
}

function ChatMenu({ hand }: { hand: Hand }) {
  const { stage } = hand;
  void stage.beat.value;
  const [, redraw] = useState(0);
  const act = (name: string, icon: MenuItem["icon"], run: () => void, isBad = false): MenuItem => ({
    name, isBad, ...(icon && { icon }), run: () => (hand.attempt(run), stage.look(), redraw((count) => count + 1)),
  });
  const { group, me, emulator } = stage;
  const items: MenuItem[] = [];
  if (stage.place.value === "bot") {
    const isBlocked = stage.blocked.value.has(me.value.id);
    items.push(isBlocked ? act("Unblock the bot", "check", () => stage.block(false)) : act("Block the bot", "block", () => stage.block(true), true));
  } else {
    const own = stage.status(me.value);
    const bot = stage.status(emulator.bot);
    if (isIn(own)) items.push(act("Leave the group", "left", () => me.value.leave(group), true));
    if (own === "creator") {
      if (!isIn(bot)) items.push(act("Add the bot", "bot", () => group.add(emulator.bot)));
      if (isIn(bot)) items.push(act("Remove the bot", "bot", () => group.remove(emulator.bot), true));
      if (bot === "member") items.push(act("Make the bot an administrator", "check", () => group.promote(emulator.bot, RIGHTS)));
      if (bot === "administrator") items.push(act("Make the bot an ordinary member", "person", () => group.promote(emulator.bot)));
      for (const { id, user } of stage.users.value.filter((user) => user !== me.value)) {
        const status = stage.status({ id });
        items.push(isIn(status) ? act(`Remove ${user.first_name}`, "minus", () => group.remove(id)) : act(`Add ${user.first_name}`, "plus", () => group.add(id)));
      }
      items.push(act("Rename the group", "edit", () => group.setTitle(titleOf(hand) === "Book club" ? "Film club" : "Book club")));
      if (typeOf(hand) === "group") items.push(act("Make it a supergroup", "up", () => void group.migrate()));
    }
  }
  return items.length === 0 ? null : <Menu class="icon-btn" label="What you can do in this chat" items={items}><Icon name="more" size={20} /></Menu>;
}

const RIGHTS = { can_delete_messages: true, can_restrict_members: true, can_pin_messages: true, can_invite_users: true };

/** Whether somebody with that status is in the group. */
export const isIn = (status: string): boolean => !["left", "kicked"].includes(status);

const typeOf = ({ stage }: Hand): string | undefined => stage.emulator.chats().find(({ id }) => id === stage.group.id)?.type;
