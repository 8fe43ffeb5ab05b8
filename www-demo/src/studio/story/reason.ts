// Why an entry of the wire failed, in words, with the identifiers that exist.
import { nameOf } from "../../chat/service-note.ts";
import { adviceFor, unknownMethodOf } from "../../wire/advice.ts";
import type { WireEntry } from "../../wire/entries.ts";
import { FAULTS } from "../../world/faults.ts";
import type { World } from "../../world/world.ts";

/** The parts of a world that have identifiers. */
type Known = Pick<World, "users" | "chats">;

/** Names that are listed. */
const MOST_NAMES = 4;

/** The reason and what to do; undefined if there is nothing to say. */
export function reasonOf(entry: WireEntry, world: Known): string | undefined {
  const { note, error, response, direction } = entry;
  const answer = direction === "delivery" && response && response.status > 299 ? answered(response.body) : undefined;
  // The note on TLS says what to do.
  const advice = note?.includes("no TLS") ? undefined : adviceFor(entry);
  const known = /chat not found/i.test(note ?? "") ? chatsOf(entry, world) : undefined;
  const { fault } = entry;
  const unknown = unknownMethodOf(entry);
  if (unknown !== undefined) return `This version has no method ${unknown}.${note?.includes("compat accepts") ? " The emulator has it with --compat." : ""}`;
  if (fault !== undefined) return struck(fault, entry);
  // That a call was returned is its status.
  const said = note?.split("; ").filter((part) => part !== "in the answer to a delivery").join("; ");
  const words = [answer ?? error, said, known ?? advice].filter((part): part is string => part !== undefined && part !== "");
  if (words.length === 0) return undefined;
  return words.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}${/[.!?]$/.test(part) ? "" : "."}`).join(" ");
}

function struck(fault: string, { response }: WireEntry): string {
  const name = FAULTS.find(({ what }) => what === fault)?.name ?? fault;
  const { description } = (response?.body ?? {}) as { description?: string };
  return `Fault “${name}” struck${description === undefined ? "" : `: ${description}`}.`;
}

function answered(body: unknown): string | undefined {
  const text = typeof body === "string" ? body : body === null ? "" : JSON.stringify(body);
  return text === "" ? undefined : `The bot answered: “${text.slice(0, 200)}”`;
}

function chatsOf({ request }: WireEntry, world: Known): string {
  const { chat_id } = (request.body ?? {}) as { chat_id?: unknown };
  const names = [...world.users.value.map((user) => `${nameOf(user)} is ${user.id}`), ...world.chats.value.map(({ id, title = "The chat" }) => `${title} is ${id}`)];
  const others = names.length > MOST_NAMES ? " …" : "";
  return `No chat of this bot has the identifier ${String(chat_id)}. ${names.slice(0, MOST_NAMES).join(", ")}${others}`;
}
