// What is chosen, searched and delivered in the studio: shared by the chat, the wire and the detail.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Update } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import type { Client } from "../client/client.ts";
import type { WireEntry } from "../wire/entries.ts";
import type { HttpWorld } from "../world/http.ts";
import type { Block, UpdateBlock } from "./story/blocks.ts";
import { Storyteller } from "./story/storyteller.ts";
import { messageOf } from "./story/update-view.ts";

/** The chosen block, and the chosen call of it. */
export interface Chosen {
  readonly block: string;
  readonly call?: number;
  /** True to edit it. */
  readonly isEdited?: boolean;
}

/** An exchange that the visitor has repeated: what it repeats, and whether it was edited. */
export interface Repeated {
  readonly of: string;
  readonly isEdited: boolean;
}

export type Part = "lists" | "chat" | "wire";
export type WireTab = "wire" | "console";

const STORED = "botwire-studio-repeated";
const MOST_STORED = 200;

/** The state of the studio beside that of the world and of the client. */
export class Desk {
  readonly world: HttpWorld;
  readonly client: Client;
  readonly blocks: ReadonlySignal<readonly Block[]>;
  readonly chosen: Signal<Chosen | undefined> = signal(undefined);
  /** The block to scroll to. */
  readonly goal: Signal<string | undefined> = signal(undefined);
  readonly words = signal("");
  readonly onlyFailed = signal(false);
  readonly bot: Signal<number | undefined> = signal(undefined);
  /** At phone width, one part is shown. */
  readonly part: Signal<Part> = signal("chat");
  readonly tab: Signal<WireTab> = signal("wire");
  readonly repeated: Signal<ReadonlyMap<string, Repeated>>;

  constructor(world: HttpWorld, client: Client) {
    this.world = world;
    this.client = client;
    const storyteller = new Storyteller();
    this.blocks = computed(() => storyteller.blocks(world.wire.entries.value));
    this.repeated = signal(new Map(read()));
  }

  get block(): Block | undefined {
    const key = this.chosen.value?.block;
    return key === undefined ? undefined : this.blocks.value.find((block) => block.key === key);
  }

  choose(chosen: Chosen | undefined): void {
    this.chosen.value = chosen;
  }

  /** The block that brought a message to the bot, or whose call sent it. */
  blockOf(message: SeenMessage): { block: Block; call?: number } | undefined {
    const { message_id, chat } = message;
    const isSame = (other: { message_id?: number; chat?: { id: number } } | undefined): boolean => other?.message_id === message_id && other.chat?.id === chat.id;
    for (const block of [...this.blocks.peek()].reverse()) {
      if (block.kind === "polls") continue;
      if (block.kind === "update" && isSame(messageOf(block.update))) return { block };
      const call = block.calls.find((entry) => isSame(resultOf(entry)));
      if (call) return { block, call: call.id };
    }
    return undefined;
  }

  /** Numbers of the messages that belong to the chosen block. */
  ringed(): ReadonlySet<string> {
    const block = this.block;
    const found = new Set<string>();
    if (block === undefined || block.kind === "polls") return found;
    const add = (message: { message_id?: number; chat?: { id: number } } | undefined): void => {
      if (message?.message_id !== undefined && message.chat) found.add(`${message.chat.id}/${message.message_id}`);
    };
    if (block.kind === "update") add(messageOf(block.update) ?? block.update.callback_query?.message);
    for (const call of block.calls) add(resultOf(call));
    return found;
  }

  /** Delivers an update, and marks it as the repetition of a block. */
  async deliver(bot: number, update: object, of: UpdateBlock, isEdited: boolean): Promise<void> {
    const { update_id: _, ...content } = update as Update;
    const id = await this.world.deliver(bot, content);
    this.#mark(`update/${bot}/${id}`, { of: of.key, isEdited });
    this.goal.value = undefined;
  }

  /** Makes a call again, and marks it. */
  async send(bot: number, method: string, parameters: object, of: Block, isEdited: boolean): Promise<void> {
    const entry = await this.world.call(bot, method, parameters);
    if (entry !== undefined) this.#mark(`entry/${entry}`, { of: of.key, isEdited });
  }

  #mark(key: string, repeated: Repeated): void {
    this.repeated.value = new Map([...this.repeated.peek(), [key, repeated] as const].slice(-MOST_STORED));
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...this.repeated.peek()]));
    } catch {
      // The storage is full or not allowed.
    }
  }

  /** How a block was repeated by the visitor, if it was. */
  repetitionOf(block: Block): Repeated | undefined {
    if (block.kind === "update") return this.repeated.value.get(`update/${block.bot}/${block.update.update_id}`);
    return block.kind === "own" ? block.calls.map((call) => this.repetitionOfCall(call)).find(Boolean) : undefined;
  }

  repetitionOfCall({ number }: WireEntry): Repeated | undefined {
    return number === undefined ? undefined : this.repeated.value.get(`entry/${number}`);
  }
}

function read(): [string, Repeated][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "[]") as [string, Repeated][];
  } catch {
    return [];
  }
}

/** The message that a call has sent or edited. */
function resultOf({ response }: WireEntry): { message_id?: number; chat?: { id: number } } | undefined {
  const { result } = (response?.body ?? {}) as { result?: unknown };
  return typeof result === "object" && result !== null && !Array.isArray(result) ? (result as { message_id?: number }) : undefined;
}
