// The chats of the bot as a client draws them, with a line to write in.
import "./chats.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Chat, download } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import { Conversation } from "../chat/Conversation.tsx";
import { Icon } from "../shell/icons.tsx";
import { Calling } from "./calling.ts";
import { Members } from "./Members.tsx";
import { Outcome } from "./Outcome.tsx";
import type { Session } from "./session.ts";

const titleOf = (chat: Chat): string => String(chat.title ?? ([chat.first_name, chat.last_name].filter(Boolean).join(" ") || chat.id));

const lastOf = (messages: ReadonlyMap<number, SeenMessage>): string => {
  const last = [...messages.values()].at(-1);
  return String(last?.text ?? last?.caption ?? (last ? "message" : ""));
};

/** Received and sent messages, by chat. */
export default function ChatsView({ session }: { session: Session }) {
  const { chats } = session;
  const version = chats.version.value;
  const talks = useMemo(() => chats.list(), [version]);
  const [chosen, choose] = useState<number | undefined>();
  const [showsMembers, showMembers] = useState(false);
  const talk = talks.find(({ chat }) => chat.id === chosen) ?? talks[0];
  const messages = useMemo(() => [...(talk?.messages.values() ?? [])].sort((one, other) => one.message_id - other.message_id), [version, talk]);
  const files = useFiles(session);
  if (!talk) {
    return (
      <div class="empty-state">
        <Icon name="chat" size={30} />
        <p>No chat yet. Chats appear with the first update that is received, and with the first message that is sent.</p>
        <div class="action-row centered">
          <button type="button" class="btn primary" onClick={() => session.live.start()} disabled={session.live.state.value === "on"}><Icon name="play" /> Receive updates</button>
          <a class="btn" href="#/dashboard/methods/sendMessage">Send a message</a>
        </div>
      </div>
    );
  }
  const { id } = talk.chat;
  const { inside } = session;
  const press = inside && ((message: SeenMessage, row: number, column: number): void => {
    try {
      session.live.start();
      inside.user.press([row, column], { message_id: message.message_id, chat: id === inside.user.id ? undefined : id } as never);
    } catch {
      // The emulated user may not be in that chat.
    }
  });
  return (
    <div class="talks">
      <nav class="chats-list card" aria-label="Chats">
        <ul>
          {talks.slice(0, 200).map(({ chat, messages: all }) => (
            <li key={chat.id}>
              <button type="button" class="chat-row" aria-current={chat.id === id ? "true" : undefined} onClick={() => choose(chat.id)}>
                <span class="face small" aria-hidden="true">{titleOf(chat).slice(0, 1)}</span>
                <span class="chat-words"><b dir="auto">{session.mask(titleOf(chat))}</b><small dir="auto">{session.mask(lastOf(all))}</small></span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <section class="chat-pane card" aria-label={titleOf(talk.chat)}>
        <header class="head">
          <div><h2 dir="auto">{session.mask(titleOf(talk.chat))}</h2><p class="muted mono">{talk.chat.type} · {id}</p></div>
          {talk.chat.type !== "private" && <button type="button" class="btn small" aria-expanded={showsMembers} onClick={() => showMembers(!showsMembers)}><Icon name="people" size={14} /> <span class="wide">Members</span></button>}
          <Receiving session={session} />
          <a class="btn small" href={`#/dashboard/methods/sendMessage?chat_id=${id}`} aria-label="Any method"><Icon name="send" size={14} /> <span class="wide">Any method</span></a>
        </header>
        {showsMembers && talk.chat.type !== "private" && <Members key={`members-${id}`} session={session} talk={talk} />}
        <Conversation
          key={id} label={`Messages of ${titleOf(talk.chat)}`} messages={messages} isOwn={(message) => message.from?.id === session.me.value?.id} fileUrl={files} onButton={press}
          empty="Nothing was said here yet."
        />
        <Composer key={`write-${id}`} session={session} chat={id} />
      </section>
    </div>
  );
}

/** Shows if messages to the bot arrive here, and otherwise how to receive them. */
function Receiving({ session: { live } }: { session: Session }) {
  const state = live.state.value;
  if (state === "on") return <span class="badge ok" role="status">receiving</span>;
  if (state === "waiting") return <a class="badge warn" href="#/dashboard/updates">waiting: see why</a>;
  return <button type="button" class="btn small" onClick={() => live.start()}><Icon name="play" size={14} /> Receive</button>;
}

/** The bot fetches the files, because their URLs contain its token; the contents get blob URLs. */
function useFiles(session: Session): (file_id: string) => Promise<string | undefined> {
  const known = useMemo(() => new Map<string, Promise<string | undefined>>(), [session]);
  useEffect(() => () => void [...known.values()].forEach((url) => void url.then((loaded) => loaded && URL.revokeObjectURL(loaded))), [known]);
  return useMemo(() => (file_id: string) => {
    const before = known.get(file_id);
    if (before) return before;
    const url = download(session.bot(), file_id).then(async (response) => URL.createObjectURL(await (response as Response).blob()), () => undefined);
    known.set(file_id, url);
    return url;
  }, [known]);
}

function Composer({ session, chat }: { session: Session; chat: number }) {
  const { inside } = session;
  const isUsers = inside?.user.id === chat;
  const [asUser, setAsUser] = useState(false);
  const [text, setText] = useState("");
  const [sending] = useState(() => new Calling());
  const send = (): void => {
    if (!text.trim()) return;
    if (asUser && inside) {
      inside.user.write(text);
      session.live.start();
      return setText("");
    }
    void sending.run(async (options) => {
      const result = await session.call("sendMessage", { chat_id: chat, text }, options);
      setText("");
      return result;
    });
  };
  const name = inside?.user.user.first_name ?? "";
  return (
    <div class="writing">
      <Outcome session={session} calling={sending} repeat={send} withResult={false} />
      <form class="writing-line" onSubmit={(event) => (event.preventDefault(), send())}>
        {isUsers && (
          <div class="segments small" role="group" aria-label="Sender">
            <label><input type="radio" name="writer" checked={!asUser} onChange={() => setAsUser(false)} /><span>Bot</span></label>
            <label><input type="radio" name="writer" checked={asUser} onChange={() => setAsUser(true)} /><span>{name}</span></label>
          </div>
        )}
        <input class="input" dir="auto" aria-label={asUser ? `Write as ${name}` : "Write as the bot"} placeholder={asUser ? `Write as ${name}` : "Write as the bot"} value={text} autocomplete="off" onInput={({ currentTarget }) => setText(currentTarget.value)} />
        <button type="submit" class="icon-btn send" aria-label="Send" disabled={!text.trim() || sending.state.value === "running"}><Icon name="send" /></button>
      </form>
    </div>
  );
}
