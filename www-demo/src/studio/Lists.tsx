// The lists of users and chats, with forms to add some.
import { useState } from "preact/hooks";
import type { User } from "botwire";
import { Avatar, ChatMark, Photos } from "../chat/Avatar.tsx";
import { Menu, type MenuItem } from "../chat/Menu.tsx";
import type { Client } from "../client/client.ts";
import { addUser } from "../client/People.tsx";
import { Icon } from "../shell/icons.tsx";
import { idOf, isSamePlace, placeKey } from "../world/world.ts";

/** Both lists. `onOpen` is called when a chat is chosen. */
export function Lists({ client, onOpen }: { client: Client; onOpen: () => void }) {
  return (
    <Photos.Provider value={client.world.photos.value}>
      <section class="panel studio-lists" aria-label="Users and chats">
        <Users client={client} onOpen={onOpen} />
        <ChatList client={client} onOpen={onOpen} />
      </section>
    </Photos.Provider>
  );
}

/** The studio as that user, in the same chat: for a second window. */
const addressOf = ({ place }: Client, { id }: User): string => `./#user=${id}&${placeKey(place.peek()).replace("/", "=")}`;

function Users({ client, onOpen }: { client: Client; onOpen: () => void }) {
  const { me, world } = client;
  const add = (name: string): void => void client.attempt(async () => client.play(await addUser(client, name)));
  const waysOf = (user: User): MenuItem[] => [
    { name: "Name, photo, removal…", icon: "person", run: () => (onOpen(), void (client.sheet.value = { kind: "user", user })) },
    { name: "Open in a new window", icon: "open", run: () => void window.open(addressOf(client, user), "_blank", "noopener") },
  ];
  return (
    <>
      <h2>You are</h2>
      <ul class="studio-list" aria-label="Users">
        {world.users.value.map((user) => {
          const isMe = user.id === me.value.id;
          const unread = isMe ? 0 : client.places.reduce((sum, place) => sum + client.unreadIn(user, place), 0);
          return (
            <li key={user.id} class="studio-row">
              <button type="button" class="studio-pick" aria-pressed={isMe} onClick={() => void client.play(user)}>
                <Avatar user={user} size={26} />
                <bdi>{[user.first_name, user.last_name].filter(Boolean).join(" ")}</bdi>
                {unread > 0 && <span class="count" aria-label={`${unread} unread`}>{unread}</span>}
              </button>
              <Menu label={`Actions for ${user.first_name}`} items={waysOf(user)} />
            </li>
          );
        })}
      </ul>
      <NameForm label="Name of a new user" action="Add user" onName={add} />
    </>
  );
}

const KINDS = ["group", "supergroup", "channel"] as const;

function ChatList({ client, onOpen }: { client: Client; onOpen: () => void }) {
  const { me, place, world } = client;
  const [kind, setKind] = useState<(typeof KINDS)[number]>("group");
  const add = async (title: string): Promise<void> => {
    const bots = world.bots.value.map(({ id }) => id);
    const people = kind === "channel" ? { administrators: bots } : { members: bots };
    const chat = await client.attempt(() => world.act("add_chat", { type: kind, title, creator: me.value.id, ...people }));
    if (chat) await client.play(me.value, { chat: chat.id });
  };
  return (
    <>
      <h2>Chats</h2>
      <ul class="studio-list" aria-label="Chats">
        {client.places.map((other) => {
          const unread = client.unreadIn(me.value, other);
          return (
            <li key={placeKey(other)}>
              <button type="button" class="studio-pick" aria-pressed={isSamePlace(place.value, other)} onClick={() => (onOpen(), void client.play(me.value, other))}>
                <ChatMark chat={idOf(other)} />
                <bdi>{client.titleOf(other)}</bdi>
                {unread > 0 && <span class="count" aria-label={`${unread} unread`}>{unread}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      <select class="select" aria-label="Kind of a new chat" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}>
        {KINDS.map((option) => <option key={option} value={option}>{option}</option>)}
      </select>
      <NameForm label="Title of a new chat" action="Add chat" onName={(title) => void add(title)} />
    </>
  );
}

function NameForm({ label, action, onName }: { label: string; action: string; onName: (name: string) => void }) {
  const [name, setName] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    onName(name.trim());
    setName("");
  };
  return (
    <form class="studio-form" onSubmit={submit}>
      <input class="input" dir="auto" aria-label={label} placeholder={label} value={name} autocomplete="off" onInput={({ currentTarget }) => setName(currentTarget.value)} />
      <button type="submit" class="icon-btn" aria-label={action} title={action}><Icon name="plus" size={16} /></button>
    </form>
  );
}
