// An update in words. Kinds that the specification does not know are shown as they are.
import type { Message, Update, User } from "botwire";
import { Json } from "../wire/Json.tsx";
import { type Mask, shown } from "../wire/mask.ts";
import { kindOf } from "./live.ts";

const nameOf = (user: Partial<User> | undefined): string => [user?.first_name, user?.last_name].filter(Boolean).join(" ") || (user?.username ?? "");

/** Fields that name the content of a message without text. */
const CONTENTS = [
  "photo", "video", "audio", "voice", "video_note", "document", "animation", "sticker", "game", "contact", "venue", "location", "invoice", "successful_payment",
  "new_chat_members", "left_chat_member", "new_chat_title", "new_chat_photo", "delete_chat_photo", "group_chat_created", "supergroup_chat_created",
  "channel_chat_created", "migrate_to_chat_id", "migrate_from_chat_id", "pinned_message",
] as const;

/** The content of a message in one line. */
function contentOf(message: Partial<Message>): string {
  if (message.text !== undefined) return message.text;
  const field = CONTENTS.find((name) => (message as Record<string, unknown>)[name] !== undefined);
  return [field && `[${field.replaceAll("_", " ")}]`, message.caption].filter(Boolean).join(" ") || "[message]";
}

/** The sender and the event in one line. An update that does not match the specification is shown as JSON. */
export function summary(update: Update): { who: string; what: string } {
  try {
    const { who, what } = summarize(update);
    if (typeof what === "string") return { who: String(who), what };
  } catch {
    // A field is of another kind than it should be.
  }
  return { who: "", what: JSON.stringify(update).slice(0, 160) };
}

function summarize(update: Update): { who: string; what: string } {
  const value = (update as unknown as Record<string, unknown>)[kindOf(update)];
  if (typeof value !== "object" || value === null) return { who: "", what: JSON.stringify(value) ?? "" };
  const body = value as Record<string, unknown> & { from?: User; chat?: { title?: string; first_name?: string } };
  const place = body.chat?.title;
  const who = [nameOf(body.from) || body.chat?.first_name, place && `in ${place}`].filter(Boolean).join(" ");
  if ("message_id" in body) return { who, what: contentOf(body as Partial<Message>) };
  const content = ["data", "query", "invoice_payload", "game_short_name", "result_id"].map((name) => body[name]).find((word) => typeof word === "string" && word !== "");
  return { who, what: typeof content === "string" ? content : JSON.stringify(value).slice(0, 160) };
}

/** The fields as a list; nested fields are indented. */
export function Readable({ update, mask }: { update: Update; mask: Mask }) {
  const kind = kindOf(update);
  const value = (update as unknown as Record<string, unknown>)[kind];
  if (typeof value !== "object" || value === null) return <Json label="The update as it came" text={shown(update, mask)} />;
  return <div class="readable"><Facts value={value as Record<string, unknown>} mask={mask} depth={0} /></div>;
}

function Facts({ value, mask, depth }: { value: Record<string, unknown>; mask: Mask; depth: number }) {
  return (
    <dl class="readable-facts">
      {Object.entries(value).map(([name, inner]) => (
        <div key={name} class={typeof inner === "object" && inner !== null ? "nested" : ""}>
          <dt>{name.replaceAll("_", " ")}</dt>
          <dd><Value name={name} value={inner} mask={mask} depth={depth} /></dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value, mask, depth }: { name: string; value: unknown; mask: Mask; depth: number }) {
  if (typeof value !== "object" || value === null) {
    const isDate = typeof value === "number" && (name === "date" || name.endsWith("_date"));
    return <bdi>{isDate ? new Date(value * 1000).toLocaleString() : mask(String(value))}</bdi>;
  }
  if (depth >= 4) return <code>{mask(JSON.stringify(value))}</code>;
  if (!Array.isArray(value)) return <Facts value={value as Record<string, unknown>} mask={mask} depth={depth + 1} />;
  return <ol class="readable-list">{value.map((item, index) => <li key={index}><Value name={name} value={item} mask={mask} depth={depth + 1} /></li>)}</ol>;
}
