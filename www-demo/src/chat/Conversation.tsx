// A conversation as a client draws it, for any list of messages.
import "./conversation.css";
import type { InlineKeyboardButton } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import { Component, type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../shell/icons.tsx";
import { inAlbums } from "./albums.ts";
import { Bubble, type BubbleProps } from "./Bubble.tsx";
import { Files, type FileUrl } from "./file.ts";
import type { MenuItem } from "./Menu.tsx";
import { serviceNote } from "./service-note.ts";
import { useWindow } from "./window.ts";

export interface ConversationProps {
  /** Oldest first. */
  messages: readonly SeenMessage[];
  /** Returns true if a message is shown on the right. */
  isOwn: (message: SeenMessage) => boolean;
  /** The label for screen readers. */
  label: string;
  /** Shows the names of senders. Default: only in groups. */
  names?: boolean;
  /** Called when an inline button is pressed. Without this callback the buttons cannot be pressed. */
  onButton?: ((message: SeenMessage, row: number, column: number, button: InlineKeyboardButton) => void) | undefined;
  /** Returns true while a button waits for its answer. */
  isBusy?: ((message: SeenMessage, row: number, column: number) => boolean) | undefined;
  /** Returns the address of a file; without it, placeholders are drawn. */
  fileUrl?: FileUrl | undefined;
  /** Called with a command that is pressed. */
  onCommand?: ((command: string) => void) | undefined;
  /** Returns the menu of a message. */
  actions?: ((message: SeenMessage) => readonly MenuItem[]) | undefined;
  /** The activity of the other side, such as `Botwire is typing`. */
  doing?: string | undefined;
  /** Shown while the chat is empty. */
  empty?: ComponentChildren;
  /** Numbers of messages that are marked, as `chat/message`. */
  ringed?: ReadonlySet<string> | undefined;
  /** The number of a message that is marked and scrolled into view. */
  found?: number | undefined;
  /** Content under the last message. */
  under?: ComponentChildren;
  /** True if the log is one stop of Tab, whose controls are reached by arrow keys. */
  isOneStop?: boolean | undefined;
}

/** Seconds between messages of a sender that still belong together. */
const TOGETHER = 300;

/** The messages of a chat, the latest in view unless the reader has scrolled up. */
export function Conversation(props: ConversationProps) {
  const { messages, isOwn, label, names, fileUrl, actions, doing, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, isAtEnd, scrolled, toEnd, show } = useWindow(scroller, messages.length, `${messages.at(-1)?.message_id} ${doing}`);
  // The reader's own message comes into view.
  const last = messages.at(-1);
  const ownLast = last && isOwn(last) ? last.message_id : undefined;
  useEffect(() => {
    if (ownLast !== undefined) toEnd();
  }, [ownLast]);
  const { found } = props;
  useLayoutEffect(() => {
    const at = messages.findIndex(({ message_id }) => message_id === found);
    if (at >= 0) show(at);
  }, [found]);
  useEffect(() => {
    if (found !== undefined) scroller.current?.querySelector(`[data-message="${found}"]`)?.scrollIntoView({ block: "center" });
  }, [found, first, end]);
  const visible = inAlbums(messages.slice(first, end));
  const key = (event: KeyboardEvent): void => {
    if (event.key === "End" && event.target === scroller.current) (event.preventDefault(), toEnd());
  };
  return (
    <Files.Provider value={fileUrl}>
      <div class="conversation" ref={scroller} onScroll={scrolled} onKeyDown={key} tabIndex={0} data-stop={props.isOneStop} role="log" aria-label={label}>
        <div class="conversation-inner">
          {messages.length === 0 && <div class="conversation-empty">{empty}</div>}
          {visible.length > 0 && (
            <ol class="messages">
              {visible.map((album, index) => {
                const [message] = album;
                const isJoined = belongs(message, visible[index + 1]?.[0]);
                const isFirst = !belongs(visible[index - 1]?.[0], message);
                return (
                  <AsItCame
                    key={`${message.chat.id}/${message.message_id}`}
                    message={message} album={album} isOwn={isOwn(message)} isJoined={isJoined} isFirst={isFirst}
                    isNamed={names ?? message.chat.type !== "private"} actions={actions}
                    isRinged={props.ringed?.has(`${message.chat.id}/${message.message_id}`) === true || album.some(({ message_id }) => message_id === found)}
                    onButton={props.onButton} isBusy={props.isBusy} onCommand={props.onCommand}
                  />
                );
              })}
            </ol>
          )}
          {props.under}
          {doing && <p class="doing"><span class="dots" aria-hidden="true"><i /><i /><i /></span>{doing}</p>}
        </div>
        {!isAtEnd && <button type="button" class="btn small to-end" onClick={toEnd}><Icon name="down" size={14} /> Latest messages</button>}
      </div>
    </Files.Provider>
  );
}

/** A bubble, or the JSON of a message that cannot be drawn because it is not as the specification has it. */
class AsItCame extends Component<BubbleProps, { message?: SeenMessage }> {
  override componentDidCatch(): void {
    this.setState({ message: this.props.message });
  }

  /** Scrolling through a long chat moves the window, which leaves most bubbles as they are. */
  override shouldComponentUpdate(next: BubbleProps, state: { message?: SeenMessage }): boolean {
    if (state !== this.state) return true;
    const { album, ...others } = next;
    if (!album.every((message, at) => message === this.props.album[at]) || album.length !== this.props.album.length) return true;
    return Object.entries(others).some(([name, value]) => value !== this.props[name as keyof BubbleProps]);
  }

  override render() {
    const { message } = this.props;
    // An edit may have repaired the message.
    if (this.state.message !== message) return <Bubble {...this.props} />;
    return <li class="note" data-message={message.message_id}>{JSON.stringify(message)}</li>;
  }
}

/** True if two messages of a sender are close enough in time to be grouped. */
function belongs(first: SeenMessage | undefined, second: SeenMessage | undefined): boolean {
  if (!first || !second || serviceNote(first) !== undefined || serviceNote(second) !== undefined) return false;
  return first.from?.id === second.from?.id && second.date - first.date < TOGETHER;
}
