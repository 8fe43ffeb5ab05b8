// Selects the user that the visitor plays, and the chat.
import type { ComponentChildren } from "preact";
import type { Chat, User } from "botwire";
import { Avatar, ChatMark } from "../chat/Avatar.tsx";
import { Menu, type MenuItem } from "../chat/Menu.tsx";
import { Icon } from "../shell/icons.tsx";
import { isIn } from "../world/members.ts";
import { idOf, isSamePlace, placeKey } from "../world/world.ts";
import type { Client } from "./client.ts";

/** Names of users that are added. */
const NAMES = ["Carol", "Dave", "Erin", "Frank", "Grace", "Heidi"];

/** Adds a user of that name. */
export const addUser = (client: Client, first_name: string): Promise<User> =>
  client.world.act("add_user", { first_name, ...usernameFor(client, first_name) });

/** Returns an unused username derived from the name, or an empty object if there is none. */
function usernameFor({ world }: Client, name: string): { username?: string } {
  const username = name.toLowerCase().replace(/\W/g, "");
  const isTaken = [...world.users.peek(), ...world.bots.peek(), ...world.chats.peek()].some((peer) => peer.username?.toLowerCase() === username);
  return username === "" || isTaken ? {} : { username };
}

/** The users that can be played, followed by `children`. */
export function People({ client, children }: { client: Client; children?: ComponentChildren }) {
  const { me, world } = client;
  const users = world.users.value;
  const taken = new Set(users.map(({ first_name }) => first_name));
  const next = NAMES.find((name) => !taken.has(name));
  const add = (name: string): void => void client.attempt(async () => client.play(await addUser(client, name)));
  return (
    <div class="people" role="group" aria-label="You play">
      <span class="people-label" aria-hidden="true">You are</span>
      {users.map((user) => {
        const unread = client.places.reduce((sum, place) => sum + client.unreadIn(user, place), 0);
        const isMe = user.id === me.value.id;
        return (
          <button key={user.id} type="button" class="person" aria-pressed={isMe} onClick={() => void client.play(user)}>
            <Avatar user={user} size={24} />
            <bdi>{user.first_name}</bdi>
            {!isMe && unread > 0 && <span class="count" aria-label={`${unread} unread`}>{unread}</span>}
          </button>
        );
      })}
      {next && (
        <button type="button" class="icon-btn small" aria-label={`Add ${next}`} title={`Add ${next}`} onClick={() => add(next)}>
          <Icon name="plus" size={15} />
        </button>
      )}
      {children}
    </div>
  );
}

/** The user's chats, and the menu of the open one. */
export function Chats({ client }: { client: Client }) {
  const { me, place } = client;
  return (
    <div class="chats">
      <div class="chats-tabs" role="group" aria-label="Chat">
        {client.places.map((other) => {
          const unread = client.unreadIn(me.value, other);
          const isOpen = isSamePlace(place.value, other);
          return (
            <button key={placeKey(other)} type="button" class="chat-tab" aria-pressed={isOpen} onClick={() => void client.play(me.value, other)}>
              <ChatMark chat={idOf(other)} />
              <span class="chat-tab-name" dir="auto">{client.titleOf(other)}</span>
              {unread > 0 && !isOpen && <span class="count" aria-label={`${unread} unread`}>{unread}</span>}
            </button>
          );
        })}
      </div>
      <ChatMenu client={client} />
    </div>
  );
}

/** The name and the menu of the open chat. */
export function ChatHead({ client }: { client: Client }) {
  const place = client.place.value;
  return (
    <div class="chats">
      <h2 class="chat-tab"><ChatMark chat={idOf(place)} /><span class="chat-tab-name" dir="auto">{client.titleOf(place)}</span></h2>
      <ChatMenu client={client} />
    </div>
  );
}

/** A change that the menu of a chat offers. */
type Change = readonly [name: string, icon: NonNullable<MenuItem["icon"]>, run: () => Promise<unknown>, isBad?: boolean];

function ChatMenu({ client }: { client: Client }) {
  const { chat } = client.view.value;
  const changes = chat ? changesOf(client, chat) : changesOfPrivate(client);
  const items = changes.map(([name, icon, run, isBad = false]): MenuItem => ({ name, icon, isBad, run: () => void client.attempt(run).then(() => client.refresh()) }));
  return (
    <>
      <button type="button" class="icon-btn" aria-label="Search this chat" title="Search this chat" aria-pressed={client.search.words.value !== undefined} onClick={() => client.search.toggle()}><Icon name="search" size={18} /></button>
      {items.length > 0 && <Menu class="icon-btn" label="Actions for this chat" items={items}><Icon name="more" size={20} /></Menu>}
    </>
  );
}

function changesOfPrivate({ world, where, view }: Client): Change[] {
  return view.value.isBlocked
    ? [["Unblock the bot", "check", () => world.act("unblock", where)]]
    : [["Block the bot", "block", () => world.act("block", where), true]];
}

function changesOf(client: Client, chat: Chat): Change[] {
  const { world, me } = client;
  const status = client.status(me.value);
  const by = { chat: chat.id, user: me.value.id };
  const changes: Change[] = [["Name and members…", "people", async () => void (client.sheet.value = { kind: "chat" })]];
  if (isIn(status)) changes.push([`Leave the ${chat.type}`, "left", () => world.act("leave", by), true]);
  if (status === "creator" && chat.type === "group") changes.push(["Make it a supergroup", "up", () => world.act("migrate", { chat: chat.id })]);
  return changes;
}
