// The lists of users and chats, with forms to add some.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { User } from "botwire";
import { Avatar, ChatMark, Photos } from "../chat/Avatar.tsx";
import { Menu, type MenuItem } from "../chat/Menu.tsx";
import type { Client } from "../client/client.ts";
import { addUser } from "../client/People.tsx";
import { Icon } from "../shell/icons.tsx";
import { useRoving } from "../shell/roving.ts";
import type { Desk } from "./desk.ts";
import { idOf, isSamePlace, placeKey } from "../world/world.ts";

/** Both lists. */
export function Lists({ desk: { client, part } }: { desk: Desk }) {
  const group = useRef<HTMLElement>(null);
  useRoving(group, "y", "[aria-pressed=true]");
  const onOpen = (): void => void (part.value = "chat");
  return (
    <Photos.Provider value={client.world.photos.value}>
      <section class="pane studio-lists" aria-label="Users and chats" ref={group}>
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
      <ListHead title="You are" action="Add a user">{(close) => <NameForm label="Name of a new user" action="Add user" onName={(name) => (close(), add(name))} />}</ListHead>
      <ul class="studio-list" aria-label="Users">
        {world.users.value.map((user) => {
          const isMe = user.id === me.value.id;
          const unread = isMe ? 0 : client.places.reduce((sum, place) => sum + client.unreadIn(user, place), 0);
          return (
            <li key={user.id} class="studio-row">
              <button type="button" class="studio-pick" aria-pressed={isMe} title={user.first_name} onClick={() => void client.play(user)}>
                <Avatar user={user} size={26} />
                <bdi>{[user.first_name, user.last_name].filter(Boolean).join(" ")}</bdi>
                {unread > 0 && <span class="count" aria-label={`${unread} unread`}>{unread}</span>}
              </button>
              <Menu label={`Actions for ${user.first_name}`} items={waysOf(user)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

const KINDS = ["group", "supergroup", "channel"] as const;

function ChatList({ client, onOpen }: { client: Client; onOpen: () => void }) {
  const { me, place, world } = client;
  const [kind, setKind] = useState<(typeof KINDS)[number]>("group");
  const add = async (title: string): Promise<void> => {
    const bots = world.bots.value.map(({ id }) => id);
    const others = world.users.value.filter(({ id }) => id !== me.value.id).map(({ id }) => id);
    const people = kind === "channel" ? { administrators: bots, members: others } : { members: [...bots, ...others] };
    const chat = await client.attempt(() => world.act("add_chat", { type: kind, title, creator: me.value.id, ...people }));
    if (chat) await client.play(me.value, { chat: chat.id });
  };
  return (
    <>
      <ListHead title={`Chats of ${me.value.first_name}`} action="Add a chat">
        {(close) => (
          <>
            <select class="select" aria-label="Kind of a new chat" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}>
              {KINDS.map((option) => <option key={option} value={option}>{option}</option>)}
            </select>
            <NameForm label="Title of a new chat" action="Add chat" onName={(title) => (close(), void add(title))} />
          </>
        )}
      </ListHead>
      <ul class="studio-list" aria-label="Chats">
        {client.places.map((other) => {
          const unread = client.unreadIn(me.value, other);
          return (
            <li key={placeKey(other)}>
              <button type="button" class="studio-pick" aria-pressed={isSamePlace(place.value, other)} title={client.titleOf(other)} onClick={() => (onOpen(), void client.play(me.value, other))}>
                <ChatMark chat={idOf(other)} />
                <bdi>{client.titleOf(other)}</bdi>
                {unread > 0 && <span class="count" aria-label={`${unread} unread`}>{unread}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The title of a list, with a form behind its button. */
function ListHead({ title, action, children }: { title: string; action: string; children: (close: () => void) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => (setOpen(false), opener.current?.focus());
  const key = (event: KeyboardEvent): void => void (event.key === "Escape" && (event.stopPropagation(), close()));
  return (
    <div class="list-head" onKeyDown={isOpen ? key : undefined}>
      <h2>{title}</h2>
      <button ref={opener} type="button" class="icon-btn small" aria-label={action} title={action} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}><Icon name="plus" size={15} /></button>
      {isOpen && <div class="list-form">{children(close)}</div>}
    </div>
  );
}

function NameForm({ label, action, onName }: { label: string; action: string; onName: (name: string) => void }) {
  const [name, setName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    onName(name.trim());
    setName("");
  };
  return (
    <form class="studio-form" onSubmit={submit}>
      <input ref={field} class="input" dir="auto" aria-label={label} placeholder={label} value={name} autocomplete="off" onInput={({ currentTarget }) => setName(currentTarget.value)} />
      <button type="submit" class="icon-btn" aria-label={action} title={action}><Icon name="plus" size={16} /></button>
    </form>
  );
}
