// The phone: a user's chats, and the sheets above them.
import "./phone.css";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { SeenMessage } from "botwire/emulator";
import { Photos } from "../chat/Avatar.tsx";
import { Conversation } from "../chat/Conversation.tsx";
import type { MenuItem } from "../chat/Menu.tsx";
import { summary } from "../chat/service-note.ts";
import { Icon } from "../shell/icons.tsx";
import { lazy } from "../shell/lazy.tsx";
import { useRoving } from "../shell/roving.ts";
import { isSamePlace, placeKey } from "../world/world.ts";
import type { Client } from "./client.ts";
import { Composer } from "./Composer.tsx";
import { Inline } from "./inline.ts";
import { InlineList } from "./InlineList.tsx";
import { isIn } from "../world/members.ts";
import { ChatHead, Chats, People } from "./People.tsx";
import { SearchLine } from "./SearchLine.tsx";

/** Texts for the actions of a bot. Spec: core, sendChatAction. */
const ACTIONS: Record<string, string> = {
  typing: "is typing", upload_photo: "is sending a photo", record_video: "is recording a video", upload_video: "is sending a video",
  record_audio: "is recording", upload_audio: "is sending a sound", upload_document: "is sending a file", find_location: "is looking for a place",
  record_video_note: "is recording a video note", upload_video_note: "is sending a video note",
};

const Sheets = lazy<{ client: Client }>(() => import("./Sheets.tsx"), "The sheet");

export interface PhoneProps {
  client: Client;
  /** True to ignore input. */
  isInert?: boolean;
  /** Shows the lists of users and chats. Default true. If false, the name of the chat is shown. */
  hasLists?: boolean;
  /** Content next to the users. */
  beside?: ComponentChildren;
  /** Content of an empty private chat with a bot. */
  introduction?: ComponentChildren;
  /** Numbers of messages that are marked, as `chat/message`. */
  ringed?: ReadonlySet<string>;
  /** Content under the last message. */
  under?: ComponentChildren;
  /** More actions on a message. */
  actions?: (message: SeenMessage) => MenuItem[];
  /** True if the messages are one stop of Tab, and the composer has the keys of a tool. */
  isTool?: boolean;
  /** Suggestions above the line in which users write. */
  suggestions?: ComponentChildren;
}

/** The phone of the user that is played. */
export function Phone({ client, isInert = false, hasLists = true, beside, introduction, suggestions, ringed, under, actions, isTool = false }: PhoneProps) {
  const { me, place, view } = client;
  const [inline] = useState(() => new Inline(client));
  const [isOver, setOver] = useState(false);
  const group = useRef<HTMLElement>(null);
  const none = useRef<HTMLElement>(null);
  useRoving(isTool ? group : none, "xy", "[data-stop]");
  useEffect(() => () => inline.close(), []);
  // The same function for a bot, so that files are not fetched again.
  const botOfFiles = "bot" in place.value ? place.value.bot : undefined;
  const fileUrl = useCallback((file_id: string) => client.world.fileUrl(file_id, botOfFiles), [client, botOfFiles]);
  const { messages, action, chat } = view.value;
  useForcedReply(client, messages);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void client.sendAll([...(event.dataTransfer?.files ?? [])]);
  };
  const name = client.bot?.first_name ?? "Bot";
  return (
    <Photos.Provider value={client.world.photos.value}>
      <section
        ref={group} class={`phone${isOver ? " over" : ""}`} aria-label="Phone" inert={isInert} onDrop={drop} onDragLeave={() => setOver(false)}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
      >
        {hasLists && <People client={client}>{beside}</People>}
        <div class="phone-screen">
          {hasLists ? <Chats client={client} /> : <ChatHead client={client} />}
          {client.search.words.value !== undefined && <SearchLine search={client.search} />}
          {chat?.pinned_message && <p class="pinned"><Icon name="place" size={14} /><span class="visually-hidden">Pinned: </span><bdi>{summary(chat.pinned_message)}</bdi></p>}
          <Conversation
            key={`${me.value.id}/${placeKey(place.value)}`}
            messages={messages} isOwn={({ from }) => from?.id === me.value.id} label={`Chat with ${name}`} names={chat !== undefined}
            onButton={(message, row, column, button) => void client.press(message, row, column, button)}
            isBusy={(message, row, column) => client.isBusy(message, row, column)}
            fileUrl={fileUrl} onCommand={(command) => void client.write(command)} actions={(message) => [...(actions?.(message) ?? []), ...actionsFor(client, message)]}
            ringed={ringed} found={client.search.found} under={under} isOneStop={isTool}
            doing={action === undefined ? undefined : `${name} ${ACTIONS[action] ?? action}`}
            empty={chat ? <p>Nobody has written here yet.</p> : introduction}
          />
          <p class={`phone-notice${client.notice.value ? " shown" : ""}`} dir="auto" role="status">{client.notice.value}</p>
          <InlineList inline={inline} />
          {client.draft.value === "" && !view.value.keyboard && suggestions}
          <Foot client={client} />
          {client.sheet.value && <Sheets client={client} />}
        </div>
      </section>
    </Photos.Provider>
  );
}

/** The composer, or the reason why the user cannot write. */
function Foot({ client }: { client: Client }) {
  const { me, view, world } = client;
  const { chat, isBlocked, members } = view.value;
  if (isBlocked) {
    const unblock = (): void => void client.attempt(() => world.act("unblock", client.where)).then(() => client.refresh());
    return <Barred text="You blocked this bot: it cannot write to you." action="Unblock" run={unblock} />;
  }
  const member = members.find(({ user }) => user.id === me.value.id);
  const status = chat ? (member?.status ?? "left") : "member";
  if (member?.status === "restricted" && member.can_send_messages !== true) return <div class="barred"><span>You may only read here: you are restricted.</span></div>;
  if (chat?.type === "channel" && status === "member") return <div class="barred"><span>You read this channel. Its administrators post.</span></div>;
  if (!chat || isIn(status)) return <Composer client={client} />;
  const creator = members.find((member) => member.status === "creator")?.user.id;
  const join = async (): Promise<void> => {
    const link = await world.act("invite_link", { chat: chat.id, ...(creator !== undefined && { user: creator }) });
    await world.act("join", { user: me.value.id, link });
    await client.refresh();
  };
  return <Barred text={status === "kicked" ? "You were removed from this group." : "You are not in this group."} action="Join" run={() => void client.attempt(join)} />;
}

function Barred({ text, action, run }: { text: string; action: string; run(): void }) {
  return <div class="barred"><span>{text}</span><button type="button" class="btn small" onClick={run}>{action}</button></div>;
}

/** Returns the menu of a message. */
function actionsFor(client: Client, message: SeenMessage): MenuItem[] {
  const { me, place, world, replyTo } = client;
  const { message_id } = message;
  // Posts of a channel have no sender: its administrators may change them.
  const isOwn = message.chat.type === "channel" ? ["creator", "administrator"].includes(client.status(me.value)) : message.from?.id === me.value.id;
  const text = message.text ?? message.caption;
  const items: MenuItem[] = [{ name: "Reply", icon: "reply", run: () => (client.forget(), (replyTo.value = message)) }];
  for (const to of client.places.filter((other) => !isSamePlace(other, place.value))) {
    const target = "bot" in to ? { to_bot: to.bot } : { to_chat: to.chat };
    items.push({ name: `Forward to ${client.titleOf(to)}`, icon: "forward", run: () => void client.attempt(() => world.act("forward", { ...client.where, ...target, message_id })) });
  }
  if (message.chat.type === "supergroup" || message.chat.type === "channel") {
    items.push({ name: "Pin", icon: "place", run: () => void client.attempt(() => world.act("pin", { chat: message.chat.id, user: me.value.id, message_id })) });
  }
  if (isOwn && message.location !== undefined && message.venue === undefined) {
    const { latitude, longitude } = message.location;
    items.push({ name: "Move 100 m north", icon: "up", run: () => void client.attempt(() => world.act("edit", { ...client.where, message_id, latitude: latitude + 0.0009, longitude })) });
  }
  if (isOwn && text !== undefined) {
    items.push({ name: "Edit", icon: "edit", run: () => client.take(message, true) });
  }
  if (isOwn || message.chat.type !== "channel") items.push({ name: "Delete", icon: "trash", isBad: true, run: () => void client.attempt(() => world.act("delete", { ...client.where, message_id })) });
  return items;
}

/** A bot may force a reply: the client begins it. */
function useForcedReply(client: Client, messages: readonly SeenMessage[]): void {
  const last = messages.at(-1);
  const isForced = last?.reply_markup?.force_reply === true;
  useEffect(() => {
    if (isForced) client.replyTo.value = last;
  }, [isForced, last?.message_id]);
}
