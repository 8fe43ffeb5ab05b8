// The kinds of messages: how each is drawn and named. To add a kind, add an entry here.
import type { Message } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import type { ComponentChild } from "preact";
import { Attachment, Card, Film, Picture, PlaceCard, Sound } from "./Media.tsx";
import { GameCard, InvoiceCard } from "./Offer.tsx";

/** A kind of message, for the field that makes a message one. */
interface Kind<Content> {
  readonly content: (message: Message) => Content | undefined;
  readonly draw: (content: Content) => ComponentChild;
  /** In a few words, for replies and pins. */
  readonly name: (content: Content) => string;
  /** Drawn without a bubble, or up to its edges. */
  readonly style?: "bare" | "visual";
}

const kind = <Content,>(of: Kind<Content>): Kind<unknown> => of as unknown as Kind<unknown>;

/** The first that fits counts: a venue also has a location. */
const KINDS: readonly Kind<unknown>[] = [
  kind({
    content: ({ photo }) => photo?.at(-1), style: "visual", name: () => "Photo",
    draw: ({ file_id, width, height }) => <Picture id={file_id} width={width} height={height} what="Photo" />,
  }),
  kind({
    content: ({ sticker }) => sticker, style: "bare", name: ({ emoji = "" }) => `Sticker ${emoji}`.trim(),
    draw: ({ file_id, width, height, emoji }) => <Picture id={file_id} width={width} height={height} what={`Sticker${emoji ? ` ${emoji}` : ""}`} isSticker />,
  }),
  kind({
    content: ({ video }) => video, style: "visual", name: () => "Video",
    draw: ({ file_id, width, height }) => <Film id={file_id} width={width} height={height} what="Video" />,
  }),
  kind({
    content: ({ video_note }) => video_note, style: "bare", name: () => "Video note",
    draw: ({ file_id, length }) => <Film id={file_id} width={length} height={length} what="Video note" isRound />,
  }),
  kind({
    content: ({ audio }) => audio, name: () => "Audio",
    draw: ({ file_id, title, performer, duration }) => <Sound id={file_id} name={title ? `${performer ? `${performer} – ` : ""}${title}` : "Audio"} seconds={duration} icon="music" />,
  }),
  kind({
    content: ({ voice }) => voice, name: () => "Voice message",
    draw: ({ file_id, duration }) => <Sound id={file_id} name="Voice message" seconds={duration} icon="mic" />,
  }),
  kind({
    content: ({ document }) => document, name: ({ file_name }) => file_name ?? "File",
    draw: ({ file_id, file_name, file_size, mime_type }) => <Attachment id={file_id} name={file_name} bytes={file_size} type={mime_type} />,
  }),
  kind({ content: ({ game }) => game, name: ({ title }) => title, draw: (game) => <GameCard game={game} /> }),
  kind({ content: ({ invoice }) => invoice, name: ({ title }) => title, draw: (invoice) => <InvoiceCard invoice={invoice} /> }),
  kind({ content: ({ contact }) => contact, name: ({ first_name }) => first_name, draw: (contact) => <Card contact={contact} /> }),
  kind({ content: ({ venue }) => venue, name: ({ title }) => title, draw: (venue) => <PlaceCard location={venue.location} venue={venue} /> }),
  kind({ content: ({ location }) => location, name: () => "Location", draw: (location) => <PlaceCard location={location} /> }),
];

const kindOf = (message: Message): Kind<unknown> | undefined => KINDS.find(({ content }) => content(message) !== undefined);

/** The content of a message besides its text, if any. */
export function Content({ message }: { message: Message }) {
  const found = kindOf(message);
  return found ? <>{found.draw(found.content(message))}</> : null;
}

/** The name of the message's content; undefined for a text. */
export function contentName(message: Message): string | undefined {
  const found = kindOf(message);
  return found?.name(found.content(message));
}

/** The layout of a message's content in its bubble. */
export const contentStyle = (message: Message): "bare" | "visual" | undefined => kindOf(message)?.style;

/** The photos and videos of an album. */
export function Album({ messages }: { messages: readonly SeenMessage[] }) {
  return <div class="chat-album">{messages.map((message) => <Content key={message.message_id} message={message} />)}</div>;
}
