// Text with its entities: bold, code, links, mentions, commands.
import type { MessageEntity } from "botwire";
import type { ComponentChildren } from "preact";
import { addressOf, type Piece, pieces } from "./entities.ts";

export interface FormattedTextProps {
  text: string;
  entities?: readonly MessageEntity[] | undefined;
  /** Called with a command that is pressed, such as `/start`. Without this callback commands are plain text. */
  onCommand?: ((command: string) => void) | undefined;
}

/** A text as a client draws it. */
export function FormattedText({ text, entities, onCommand }: FormattedTextProps) {
  return <>{pieces(text, entities).map((piece, index) => <Drawn key={index} piece={piece} onCommand={onCommand} />)}</>;
}

function Drawn({ piece, onCommand }: { piece: Piece; onCommand: FormattedTextProps["onCommand"] }) {
  return <>{piece.entities.reduceRight((inner, entity) => wrap(entity, piece.text, inner, onCommand), piece.text as ComponentChildren)}</>;
}

function wrap(entity: MessageEntity, text: string, inner: ComponentChildren, onCommand: FormattedTextProps["onCommand"]): ComponentChildren {
  switch (entity.type) {
    case "bold":
      return <strong>{inner}</strong>;
    case "italic":
      return <em>{inner}</em>;
    case "code":
      return <code class="chat-code">{inner}</code>;
    case "pre":
      return <code class="chat-code chat-pre">{inner}</code>;
    case "bot_command":
      if (!onCommand) return <span class="chat-mark">{inner}</span>;
      return <button type="button" class="chat-command" onClick={() => onCommand(text)}>{inner}</button>;
    case "url":
    case "text_link":
    case "email": {
      const address = addressOf(entity, text);
      if (address === undefined) return <span class="chat-mark">{inner}</span>;
      return <a href={address} target="_blank" rel="noreferrer noopener" title={address}>{inner}</a>;
    }
    case "text_mention":
      return <span class="chat-mark" title={entity.user?.first_name}>{inner}</span>;
    case "mention":
    case "hashtag":
      return <span class="chat-mark">{inner}</span>;
    default:
      return inner;
  }
}
