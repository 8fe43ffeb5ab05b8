// The phone: a user's chats, and whatever lies over them.
import "./phone.css";
import { useEffect, useState } from "preact/hooks";
import { Conversation } from "../../chat/Conversation.tsx";
import type { MenuItem } from "../../chat/Menu.tsx";
import type { SeenMessage } from "botwire/emulator";
import { Icon } from "../../shell/icons.tsx";
import { example, isBeginning } from "../bench.ts";
import type { Sample } from "../samples/describe.ts";
import { Composer } from "./Composer.tsx";
import { fileUrls } from "./files.ts";
import type { Hand } from "./hand.ts";
import { Inline } from "./inline.ts";
import { InlineList } from "./InlineList.tsx";
import { Chats, isIn, People } from "./People.tsx";
import { Sheets } from "./Sheets.tsx";
import { Tries } from "./Tries.tsx";

/** The words for what a bot does. Spec: core, sendChatAction. */
const ACTIONS: Record<string, string> = {
  typing: "is typing", upload_photo: "is sending a photo", record_video: "is recording a video", upload_video: "is sending a video",
  record_audio: "is recording", upload_audio: "is sending a sound", upload_document: "is sending a file", find_location: "is looking for a place",
  record_video_note: "is recording a video note", upload_video_note: "is sending a video note",
};

/** The phone of the user that is played. */
export function Phone({ hand }: { hand: Hand }) {
  const { stage } = hand;
  const [inline] = useState(() => new Inline(hand));
  const [files] = useState(() => fileUrls(stage.emulator));
  const [isOver, setOver] = useState(false);
  useEffect(() => () => (inline.close(), files.close()), []);
  const { messages, action } = stage.view.value;
  useForcedReply(hand, messages);
  const bot = stage.emulator.bot;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    for (const file of event.dataTransfer?.files ?? []) void hand.send(file);
  };
  const doing = action === undefined ? undefined : `${bot.first_name} ${ACTIONS[action] ?? action}`;
  return (
    <section
      class={`phone${isOver ? " over" : ""}`} aria-label="Phone" inert={isBeginning.value || hand.example !== example.value} onDrop={drop} onDragLeave={() => setOver(false)}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
    >
      <People hand={hand} />
      <div class="phone-screen">
        <Chats hand={hand} />
        <Conversation
          key={`${stage.me.value.id}/${stage.place.value}`}
          messages={messages} own={({ from }) => from?.id === stage.me.value.id} label={`Chat with ${bot.first_name}`} names={stage.place.value === "group"}
          onButton={(message, row, column, button) => void hand.press(message, row, column, button)}
          isBusy={(message, row, column) => hand.isBusy(message, row, column)}
          fileUrl={files.of} onCommand={(command) => hand.write(command)} actions={(message) => actionsFor(hand, message)}
          doing={doing} empty={<Empty hand={hand} />}
        />
        <p class={`phone-notice${hand.notice.value ? " shown" : ""}`} role="status">{hand.notice.value}</p>
        <InlineList hand={hand} inline={inline} />
        <Tries hand={hand} />
        <Foot hand={hand} />
        <Sheets hand={hand} />
      </div>
    </section>
  );
}

/** What is there before the bot: its bars have their height already, so that nothing moves when the bot comes. */
export function PhoneToCome({ example, failure }: { example: Sample; failure: string }) {
  return (
    <section class="phone" aria-label="Phone" aria-busy={failure === ""}>
      <div class="people"><span class="person" /></div>
      <div class="phone-screen">
        <div class="chats"><span class="chat-tab"><Icon name="bot" size={17} /><span class="chat-tab-name">{example.bot}</span></span></div>
        <div class="conversation"><div class="conversation-inner"><div class="conversation-empty"><Introduction example={example} /></div></div></div>
        <p class="phone-start" role="status">{failure || <><span class="spinner" />The bot starts</>}</p>
      </div>
    </section>
  );
}

function Introduction({ example: { bot, about } }: { example: Sample }) {
  return (
    <>
      <span class="empty-bot"><Icon name="bot" size={34} /></span>
      <p><strong>{bot}</strong></p>
      <p>{about}. Write to it: it answers in this page, with no server.</p>
    </>
  );
}

function Empty({ hand: { stage, example } }: { hand: Hand }) {
  if (stage.place.value === "group") return <p>Nobody has written here yet.</p>;
  return <Introduction example={example} />;
}

/** Where users write, unless they cannot. */
function Foot({ hand }: { hand: Hand }) {
  const { stage } = hand;
  void stage.beat.value;
  const { me, place, group } = stage;
  if (place.value === "bot" && stage.blocked.value.has(me.value.id)) {
    return <Barred text="You blocked this bot: it cannot write to you." way="Unblock" run={() => stage.block(false)} />;
  }
  const status = place.value === "group" ? stage.status(me.value) : "member";
  if (isIn(status)) return <Composer hand={hand} />;
  const join = (): void => void hand.attempt(() => (me.value.join(group.inviteLink()), stage.look()));
  return <Barred text={status === "kicked" ? "You were removed from this group." : "You are not in this group."} way="Join" run={join} />;
}

function Barred({ text, way, run }: { text: string; way: string; run(): void }) {
  return <div class="barred"><span>{text}</span><button type="button" class="btn small" onClick={run}>{way}</button></div>;
}

/** What a user can do with a message. */
function actionsFor(hand: Hand, message: SeenMessage): MenuItem[] {
  const { stage, replyTo, editing, draft } = hand;
  const isOwn = message.from?.id === stage.me.value.id;
  const text = message.text ?? message.caption;
  const items: MenuItem[] = [{ name: "Reply", icon: "reply", run: () => (hand.forget(), (replyTo.value = message)) }];
  const to = stage.place.value === "group" ? "bot" : "group";
  const way = to === "group" ? { from: {}, to: { chat: stage.group } } : { from: { chat: stage.group }, to: {} };
  items.push({ name: to === "group" ? "Forward to the group" : "Forward to the bot", icon: "forward", run: () => void hand.attempt(() => stage.me.value.forward(message.message_id, way)) });
  if (isOwn && text !== undefined) {
    items.push({ name: "Edit", icon: "edit", run: () => (hand.forget(), (editing.value = message), (draft.value = text)) });
  }
  if (isOwn) items.push({ name: "Delete", icon: "trash", isBad: true, run: () => void hand.attempt(() => stage.me.value.delete(message.message_id, stage.where())) });
  return items;
}

/** A bot may force a reply: the client begins it. */
function useForcedReply(hand: Hand, messages: readonly SeenMessage[]): void {
  const last = messages.at(-1);
  const isForced = last?.reply_markup?.force_reply === true;
  useEffect(() => {
    if (isForced) hand.replyTo.value = last;
  }, [isForced, last?.message_id]);
}
