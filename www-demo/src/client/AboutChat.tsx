// A group, supergroup or channel: its name, its members, and the actions a member has on the others.
import type { Chat, ChatMember, User } from "botwire";
import { useState } from "preact/hooks";
import { Avatar } from "../chat/Avatar.tsx";
import { Menu, type MenuItem } from "../chat/Menu.tsx";
import { nameOf } from "../chat/service-note.ts";
import { Icon } from "../shell/icons.tsx";
import { isIn, isPresent } from "../world/members.ts";
import type { Client } from "./client.ts";
import { PhotoInput } from "./PhotoInput.tsx";
import { allRights, EVERYTHING } from "./Rights.tsx";
import { Sheet } from "./Sheet.tsx";

/** The sheet. */
export function AboutChat({ client, chat }: { client: Client; chat: Chat }) {
  const { world, me, view } = client;
  const { members } = view.value;
  const [title, setTitle] = useState(chat.title ?? "");
  const close = (): void => void (client.sheet.value = undefined);
  const by = { chat: chat.id, user: me.value.id };
  const act = (run: () => Promise<unknown>): void => void client.attempt(run).then(() => client.refresh());
  const rename = (event: Event): void => {
    event.preventDefault();
    act(() => world.act("title", { ...by, title }));
  };
  const others = [...world.bots.value, ...world.users.value].filter(({ id }) => !isPresent(members, id));
  const remove = (): void => {
    close();
    act(() => world.act("remove_chat", { chat: chat.id }));
  };
  return (
    <Sheet title={`About this ${chat.type}`} onClose={close}>
      <form class="form-row" onSubmit={rename}>
        <input class="input" dir="auto" aria-label="Title" value={title} maxLength={255} onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
        <button type="submit" class="btn" disabled={title.trim() === "" || title === chat.title}>Rename</button>
      </form>
      <ul class="about-members" aria-label="Members">
        {members.map((member) => (
          <li key={member.user.id}>
            <Avatar user={member.user} size={26} />
            <bdi>{nameOf(member.user)}</bdi>
            <span class="muted small">{member.status}</span>
            <Menu label={`Actions of ${me.value.first_name} for ${nameOf(member.user)}`} items={actionsOn(client, chat, member).map(([name, run, isBad = false]): MenuItem => ({ name, isBad, run: () => act(run) }))} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div class="sheet-actions" role="group" aria-label="Add to this chat">
          {others.map((other) => <button key={other.id} type="button" class="btn small" onClick={() => act(() => world.act("add", { ...by, member: other.id }))}><Icon name="plus" size={14} /> <bdi>{nameOf(other)}</bdi></button>)}
        </div>
      )}
      <p class="phone-notice-line" role="status" dir="auto">{client.notice.value}</p>
      <div class="sheet-actions">
        <PhotoInput onPhoto={(photo) => act(async () => world.act("photo", by as never, await photo))} />
        <button type="button" class="btn danger" onClick={remove}>Remove this {chat.type} for everybody</button>
      </div>
    </Sheet>
  );
}

type MemberAction = readonly [name: string, run: () => Promise<unknown>, isBad?: boolean];

function actionsOn({ world, me, sheet }: Client, chat: Chat, member: ChatMember): MemberAction[] {
  const { user, status } = member;
  const choose = (sets: "promote" | "restrict") => async (): Promise<void> => void (sheet.value = { kind: "rights", member, sets });
  const parameters = { chat: chat.id, user: me.value.id, member: user.id };
  if (!isIn(status)) return [["Add", () => world.act("add", parameters)]];
  const isMe = user.id === me.value.id;
  const actions: MemberAction[] = [];
  if (status === "administrator") actions.push(["Make an ordinary member", () => world.act("promote", parameters)]);
  else if (status !== "creator") actions.push(["Promote to administrator", () => world.act("promote", { ...parameters, ...allRights(chat) })]);
  if (status !== "creator") actions.push([status === "administrator" ? "Rights…" : "Promote with rights…", choose("promote")]);
  if (chat.type === "supergroup" && (status === "member" || status === "restricted")) {
    actions.push(["Restrict: only read", () => world.act("restrict", parameters)], ["Restrict: only texts", () => world.act("restrict", { ...parameters, can_send_messages: true })], ["Permissions…", choose("restrict")]);
  }
  if (status === "restricted") actions.push(["Lift the restriction", () => world.act("restrict", { ...parameters, ...EVERYTHING })]);
  actions.push(isMe ? ["Leave", () => world.act("leave", { chat: chat.id, user: user.id }), true] : ["Remove", () => world.act("remove", parameters), true]);
  return actions;
}

/** A user: the name, and the end. */
export function AboutUser({ client, user }: { client: Client; user: User }) {
  const { world } = client;
  const close = (): void => void (client.sheet.value = undefined);
  const save = (event: Event): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => String(data.get(name) ?? "").trim();
    void client.attempt(() => world.act("rename", { user: user.id, first_name: text("first_name"), last_name: text("last_name"), username: text("username").replace(/^@/, "") })).then((renamed) => renamed && close());
  };
  const remove = (): void => void client.attempt(() => world.act("remove_user", { user: user.id })).then((done) => done && close());
  const setPhoto = (photo: Promise<Blob>): void => void client.attempt(async () => world.act("profile_photo", { user: user.id } as never, await photo)).then((done) => done && close());
  return (
    <Sheet title={nameOf(user)} onClose={close}>
      <form class="form" onSubmit={save}>
        {([["first_name", "First name", user.first_name], ["last_name", "Last name", user.last_name], ["username", "Username", user.username]] as const).map(([name, label, value]) => (
          <label key={name} class="field"><span>{label}</span><input class="input" dir="auto" name={name} defaultValue={value ?? ""} required={name === "first_name"} autocomplete="off" /></label>
        ))}
        <p class="muted small">Identifier {user.id}{user.language_code ? `, language ${user.language_code}` : ""}</p>
        <p class="phone-notice-line" role="status" dir="auto">{client.notice.value}</p>
        <div class="sheet-actions">
          <PhotoInput onPhoto={setPhoto} />
          <button type="submit" class="btn primary">Save</button>
        </div>
      </form>
      <div class="sheet-actions"><button type="button" class="btn danger" disabled={world.users.value.length === 1} onClick={remove}>Remove <bdi>{user.first_name}</bdi></button></div>
    </Sheet>
  );
}
