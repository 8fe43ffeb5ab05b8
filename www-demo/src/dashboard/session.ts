// The bots that the visitor has added: their base URLs, calls, updates and chats. Tokens are kept only here.
import { signal } from "@preact/signals";
import { Bot, type CallOptions, type FetchLike, type MethodMap, type MethodName, type User } from "botwire";
import type { Emulator, EmulatorUser } from "botwire/emulator";
import { WireRecord } from "../wire/entries.ts";
import { openEmulator } from "../wire/emulator.ts";
import { lineFetch, type SentProgress } from "../wire/line.ts";
import { type Mask, maskOf } from "../wire/mask.ts";
import { recordedFetch } from "../wire/recording.ts";
import { Chats } from "./chats.ts";
import { Live } from "./live.ts";

/** Options of one call. */
export interface SessionCallOptions {
  readonly signal?: AbortSignal;
  readonly onSent?: SentProgress;
  /** Leaves limits to the service. */
  readonly unchecked?: boolean;
  readonly encoding?: CallOptions["encoding"];
}

/** The emulator of a session, and a user who writes to the bot. */
export interface Inside {
  readonly emulator: Emulator;
  readonly user: EmulatorUser;
}

let last = 0;

/** One bot. */
export class Session {
  readonly id = ++last;
  readonly record = new WireRecord();
  readonly me = signal<User | undefined>(undefined);
  readonly chats = new Chats();
  readonly live: Live;
  readonly mask: Mask;
  readonly baseUrl: string;
  readonly inside: Inside | undefined;
  /** A bot for one call, whose progress is reported. */
  readonly bot: (onSent?: SentProgress, until?: AbortSignal) => Bot;

  /** @throws ValidationError if the base URL or the token cannot be ones. */
  constructor(baseUrl: string, token: string, { allowHttp = false, inside }: { allowHttp?: boolean; inside?: Inside } = {}) {
    this.inside = inside;
    this.mask = maskOf(token);
    this.bot = (onSent, until) => {
      const line = inside ? (inside.emulator.fetch as FetchLike) : lineFetch(onSent, until);
      return new Bot({ baseUrl, token, allowHttp, fetch: recordedFetch(line, this.record, this.mask) });
    };
    this.baseUrl = this.bot().baseUrl;
    this.live = new Live(() => this.bot(), (update) => this.chats.came(update));
  }

  /** The name shown to the visitor: the bot's name, or its base URL. */
  get name(): string {
    const me = this.me.value;
    return me?.username ? `@${me.username}` : (me?.first_name ?? this.baseUrl);
  }

  /** Asks who the bot is. @throws TypeError if the answer names no bot. */
  async meet(signal?: AbortSignal): Promise<void> {
    const me = await this.call("getMe", {}, signal && { signal });
    const { id, first_name }: Partial<User> = Object(me);
    if (typeof id !== "number" || typeof first_name !== "string") throw new TypeError("The answer to getMe names no bot. Is this the service?");
    this.me.value = me;
  }

  /** Calls a method, and applies its changes to the chats. */
  call<Name extends MethodName>(method: Name, params: MethodMap[Name]["params"], options?: SessionCallOptions): Promise<MethodMap[Name]["result"]>;
  call(method: string, params: Record<string, unknown>, options?: SessionCallOptions): Promise<unknown>;
  async call(method: string, params: object, { signal, onSent, unchecked, encoding }: SessionCallOptions = {}): Promise<unknown> {
    const bot = this.bot(onSent);
    const options: CallOptions = { signal, encoding, ...(unchecked && { checkLimits: false }) };
    const result = await bot.call(method, params, options);
    this.chats.called(method, { ...params }, result);
    return result;
  }

  end(): void {
    this.live.stop();
    this.inside?.emulator.close();
  }
}

/** All bots, in the order they were added. */
export const sessions = signal<readonly Session[]>([]);
/** The bot that is shown. */
export const current = signal<Session | undefined>(undefined);
/** True while the form for another bot is shown. */
export const isAdding = signal(false);

/** Adds a bot, and shows it. */
export function add(session: Session): void {
  sessions.value = [...sessions.value, session];
  current.value = session;
}

/** Forgets a bot, its token and all that came in. */
export function forget(session: Session): void {
  session.end();
  sessions.value = sessions.value.filter((other) => other !== session);
  if (current.value === session) current.value = sessions.value.at(-1);
}

/** Creates a session for a bot of the emulator inside the page, with a user who has written to it. */
export async function insideSession(): Promise<Session> {
  // Webhook deliveries use the worker too: their URL may contain the token, and most fail because of CORS.
  const emulator = await openEmulator({ allowHttpWebhooks: "loopback", fetch: lineFetch() });
  const user = emulator.user({ first_name: "Alice", last_name: "Liddell", username: "alice" });
  const session = new Session(emulator.baseUrl, emulator.token, { inside: { emulator, user } });
  await session.meet();
  user.write("/start");
  return session;
}
