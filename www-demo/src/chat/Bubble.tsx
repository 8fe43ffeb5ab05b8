// One message: its sender, the message it replies to, its media, text and buttons.
import "./bubble.css";
import type { InlineKeyboardButton, Message } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import { Avatar, hueOf } from "./Avatar.tsx";
import { InlineKeyboard } from "./InlineKeyboard.tsx";
import { Album, Content, contentStyle } from "./kinds.tsx";
import { Menu, type MenuItem } from "./Menu.tsx";
import { nameOf, serviceNote, summary } from "./service-note.ts";
import { FormattedText } from "./FormattedText.tsx";

export interface BubbleProps {
  message: SeenMessage;
  /** All messages of its album, itself first. */
  album: readonly SeenMessage[];
  /** True if the reader sent it; it is then shown on the right. */
  isOwn: boolean;
  /** True if the sender's name is shown. */
  isNamed: boolean;
  /** True if the next message continues this group. */
  isJoined: boolean;
  /** True for the first message of a group. */
  isFirst: boolean;
  /** True to mark it. */
  isRinged?: boolean;
  /** Returns the menu of the message. */
  actions?: ((message: SeenMessage) => readonly MenuItem[]) | undefined;
  onButton?: ((message: SeenMessage, row: number, column: number, button: InlineKeyboardButton) => void) | undefined;
  isBusy?: ((message: SeenMessage, row: number, column: number) => boolean) | undefined;
  onCommand?: ((command: string) => void) | undefined;
}

/** The text under a sender's eyes: forwards, replies, media, words, time, buttons. */
export function Bubble({ message, album, isOwn, isNamed, isJoined, isFirst, isRinged, actions, onButton, isBusy, onCommand }: BubbleProps) {
  const note = serviceNote(message);
  if (note !== undefined) return <li class={`note${message.successful_payment ? " paid" : ""}`} data-message={message.message_id}>{note}</li>;
  const { from, text, reply_markup: markup } = message;
  const { caption, caption_entities } = album.find(({ caption }) => caption !== undefined) ?? message;
  const sender = from ? nameOf(from) : (message.chat.title ?? "Channel");
  const keyboard = markup?.inline_keyboard?.length ? markup : undefined;
  const styles = ["message", isOwn && "own", isJoined && "joined", isRinged && "ringed", contentStyle(message)].filter(Boolean).join(" ");
  const drawn = (
    <>
      <div class="bubble">
        <span class="visually-hidden">{isOwn ? "You" : sender}: </span>
        {isNamed && isFirst && !isOwn && <span class="sender" dir="auto" style={{ "--hue": `${hueOf(from?.id ?? 0)}` }} aria-hidden="true">{sender}</span>}
        <Origin message={message} />
        {message.reply_to_message && <Quote message={message.reply_to_message} />}
        {album.length > 1 ? <Album messages={album} /> : <Content message={message} />}
        {text !== undefined && <div class="chat-text" dir="auto"><FormattedText text={text} entities={message.entities} onCommand={onCommand} /></div>}
        {caption !== undefined && <div class="chat-text" dir="auto"><FormattedText text={caption} entities={caption_entities} onCommand={onCommand} /></div>}
        <Stamp message={message} />
      </div>
      {keyboard && (
        <InlineKeyboard
          markup={keyboard}
          onPress={onButton && ((row, column, button) => onButton(message, row, column, button))}
          isBusy={isBusy && ((row, column) => isBusy(message, row, column))}
        />
      )}
    </>
  );
  return (
    <li class={styles} data-message={message.message_id}>
      {isNamed && !isOwn && from && <Avatar user={from} />}
      <div class="message-body">{drawn}</div>
      {actions && <Menu class="icon-btn small message-menu" label={`Actions for “${summary(message).slice(0, 40)}”`} items={() => actions(message)} />}
    </li>
  );
}

function Origin({ message: { forward_from, forward_from_chat } }: { message: Message }) {
  const origin = forward_from ? nameOf(forward_from) : forward_from_chat?.title;
  return origin === undefined ? null : <span class="origin">Forwarded from <bdi>{origin}</bdi></span>;
}

function Quote({ message }: { message: Message }) {
  return (
    <blockquote class="quote">
      <strong dir="auto">{message.from ? nameOf(message.from) : (message.chat.title ?? "Channel")}</strong>
      <span dir="auto">{summary(message)}</span>
    </blockquote>
  );
}

/** Made once: Date.toLocaleTimeString makes one for each call, which took most of the time of drawing a busy chat. */
const MINUTES = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });

function Stamp({ message: { date, edit_date, author_signature } }: { message: Message }) {
  const time = new Date(date * 1000);
  return (
    <span class="stamp">
      {author_signature && <span><bdi>{author_signature}</bdi> · </span>}
      {edit_date !== undefined && <span>edited </span>}
      <time dateTime={time.toISOString()}>{MINUTES.format(time)}</time>
    </span>
  );
}
