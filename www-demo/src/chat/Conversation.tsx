// A conversation as a client draws it, for any list of messages.
import "./conversation.css";
import type { InlineKeyboardButton } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import { Component, type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Bubble } from "./Bubble.tsx";
import { Files, type FileUrl } from "./file.ts";
import type { MenuItem } from "./Menu.tsx";
import { serviceNote } from "./service-note.ts";

export interface ConversationProps {
  /** Oldest first. */
  messages: readonly SeenMessage[];
  /** Whether a message stands on the right. */
  own: (message: SeenMessage) => boolean;
  /** What screen readers call it. */
  label: string;
  /** Whether the names of senders are shown. Default: in groups. */
  names?: boolean;
  /** Called when an inline button is pressed. Without this callback the buttons cannot be pressed. */
  onButton?: ((message: SeenMessage, row: number, column: number, button: InlineKeyboardButton) => void) | undefined;
  /** Whether a button waits for its answer. */
  isBusy?: ((message: SeenMessage, row: number, column: number) => boolean) | undefined;
  /** Gives the address of a file; without it files are drawn as stand-ins. */
  fileUrl?: FileUrl | undefined;
  /** Called with a command that is pressed. */
  onCommand?: ((command: string) => void) | undefined;
  /** What can be done with a message. */
  actions?: ((message: SeenMessage) => readonly MenuItem[]) | undefined;
  /** What the other side is doing, such as `Botwire is typing`. */
  doing?: string | undefined;
  /** Shown while there are no messages. */
  empty?: ComponentChildren;
}

/** Messages that are drawn at once; more on demand. */
const PAGE = 120;
/** Seconds between messages of a sender that still belong together. */
const TOGETHER = 300;

/** The messages of a chat, the latest in view unless the reader has scrolled up. */
export function Conversation(props: ConversationProps) {
  const { messages, own, label, names, fileUrl, actions, doing, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [shown, setShown] = useState(PAGE);
  const first = Math.max(0, messages.length - shown);
  const visible = messages.slice(first);
  const chat = messages[0]?.chat.id;
  useEffect(() => {
    setShown(PAGE);
    atEnd.current = true;
  }, [chat]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [messages, doing]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // Pictures and keyboards that come later push the end away.
    const watcher = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = box.scrollHeight;
    });
    watcher.observe(box);
    if (box.firstElementChild) watcher.observe(box.firstElementChild);
    return () => watcher.disconnect();
  }, []);
  const scrolled = (): void => {
    const box = scroller.current;
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  };
  return (
    <Files.Provider value={fileUrl}>
      <div class="conversation" ref={scroller} onScroll={scrolled} tabIndex={0} role="log" aria-label={label}>
        <div class="conversation-inner">
          {messages.length === 0 && <div class="conversation-empty">{empty}</div>}
          {first > 0 && (
            <button type="button" class="btn small earlier" onClick={() => setShown(shown + PAGE)}>
              Show earlier messages ({first})
            </button>
          )}
          {visible.length > 0 && (
            <ol class="messages">
              {visible.map((message, index) => {
                const isJoined = belongs(message, visible[index + 1]);
                const isFirst = !belongs(visible[index - 1], message);
                return (
                  <AsItCame key={`${message.chat.id}/${message.message_id}`} message={message}>
                    <Bubble
                      message={message} isOwn={own(message)} isJoined={isJoined} isFirst={isFirst}
                      isNamed={names ?? message.chat.type !== "private"} actions={actions?.(message)}
                      onButton={props.onButton} isBusy={props.isBusy} onCommand={props.onCommand}
                    />
                  </AsItCame>
                );
              })}
            </ol>
          )}
          {doing && <p class="doing"><span class="dots" aria-hidden="true"><i /><i /><i /></span>{doing}</p>}
        </div>
      </div>
    </Files.Provider>
  );
}

/** A message that is not as the specification has it, and so cannot be drawn, is shown as it came; the others stay. */
class AsItCame extends Component<{ message: SeenMessage; children: ComponentChildren }, { message?: SeenMessage }> {
  override componentDidCatch(): void {
    this.setState({ message: this.props.message });
  }

  override render() {
    const { message, children } = this.props;
    // An edit may have repaired the message.
    if (this.state.message !== message) return children;
    return <li class="note" data-message={message.message_id}>{JSON.stringify(message)}</li>;
  }
}

/** Whether a message follows another of its sender so soon that they are drawn as one. */
function belongs(first: SeenMessage | undefined, second: SeenMessage | undefined): boolean {
  if (!first || !second || serviceNote(first) !== undefined || serviceNote(second) !== undefined) return false;
  return first.from?.id === second.from?.id && second.date - first.date < TOGETHER;
}
