// The emulator for tests: requests, users, chats, faults, files, time.

import type { FetchInit, PlatformResponse, RequestLike } from "../../platform.js";
import type { Clock } from "../../clock.js";
import { ValidationError } from "../../errors/errors.js";
import { tellProgress } from "../../request/upload-progress.js";
import type { ActionName, BareActionName, ActionParameters, ActionResult, UserFile } from "../core/act.js";
import type { Answer, RequestParts } from "../core/answer.js";
import { checkFunction, checkNames, checkNumber, checkObject, checkString } from "../core/check.js";
import { chatToAdd, EmulatorChat, type NewChatOptions, idOf } from "./chat.js";
import { type Core, coreFor } from "../core/core.js";
import type { DeliveryHandler } from "../core/delivery.js";
import type { Fault } from "../core/fault.js";
import type { LogEntry } from "../core/log.js";
import type { EmulatorOptions, GameOptions } from "../core/options.js";
import { toResponse } from "../core/http-range.js";
import type { NamedBot } from "../core/results.js";
import type { Duration } from "../core/time.js";
import type { Chat, Party, User } from "../core/types.js";
import { EmulatorUser } from "./user.js";
import type { UserOptions } from "./user-options.js";
import { type World, worldOf } from "./world.js";

/**
 * Handles calls of a method that a test adds. Returns the result or a promise. `undefined` counts as `true`.
 *
 * If it throws an error with an `error_code` from 400 to 599, the call fails with this code, the `description` or message of
 * the error, and its `parameters`. After any other error, the call fails with 500.
 *
 * @param params - The parameters as they were sent. In a form or a query, every value is a string. An uploaded file is the
 * string `attach://upload-<index>`.
 * @param context - The bot that makes the call, and the emulator.
 */
export type MethodHandler = (
  params: Record<string, unknown>,
  context: { readonly bot: User; readonly service: Emulator },
) => unknown;

/** An emulator, created by {@link createEmulator}. */
export class Emulator {
  /** The base URL for a Bot with the option `fetch` set to {@link fetch}. Any other URL works too. */
  readonly baseUrl = "https://emulator.test";

  readonly #core: Core;
  readonly #world: World;
  readonly #users: EmulatorUser[] = [];

  constructor(options: EmulatorOptions) {
    const botOf = (id: number): User => this.act("bots").find(({ user }) => user.id === id)!.user;
    this.#core = coreFor(this, options, (id) => ({ bot: botOf(id), service: this }));
    const { loop } = this.#core;
    this.#world = worldOf(this, loop.watchers, () => this.#core.waiting());
    this.#readUsers();
    loop.observers.add({ replaced: () => this.#readUsers() });
    const { files = {} } = options;
    if (typeof files === "function") this.#core.hostWith(files);
    else for (const [url, file] of Object.entries(files)) this.host(url, file);
  }

  /** The bots and their tokens. */
  get bots(): readonly NamedBot[] {
    return this.#core.bots;
  }

  /**
   * The time of the emulator, for the option `clock` of a Bot. Timers fire when {@link advance} moves the time past them, and
   * as real time passes.
   *
   * ```js
   * const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch, clock: emulator.clock });
   * ```
   */
  get clock(): Clock {
    return this.#core.loop.timers;
  }

  /** Handles the deliveries of all webhooks in this process, without a socket. Default: they are sent by `fetch`. */
  get webhook(): DeliveryHandler | undefined {
    return this.#core.webhook;
  }

  set webhook(handler: DeliveryHandler | undefined) {
    if (handler !== undefined) checkFunction("webhook", handler);
    this.#core.webhook = handler;
  }

  /** The first bot. */
  get bot(): User {
    return this.#firstBot().user;
  }

  /** The token of the first bot. */
  get token(): string {
    return this.#firstBot().token;
  }

  /** The users created so far. */
  get users(): readonly EmulatorUser[] {
    return this.#users;
  }

  /** Answers a request like the service. Pass it as the option `fetch` of a Bot. It is bound to the emulator. */
  readonly fetch = async (
    input: string | { readonly href: string } | RequestLike,
    init: object = {},
  ): Promise<PlatformResponse> => {
    if (typeof Request !== "function") throw new ValidationError("emulator.fetch", "", "a runtime with Request and Response, such as the environment of Node in Jest", "none");
    const request = new Request(input as Request, init);
    const { pathname, search } = new URL(request.url);
    const type = request.headers.get("content-type") ?? "";
    const answer = await this.#core.loop.read(request.arrayBuffer(), (body) => {
      const { onUploadProgress } = init as FetchInit;
      if (onUploadProgress) tellProgress(body, onUploadProgress);
      return this.request({ method: request.method, target: pathname + search, contentType: type, body, signal: request.signal });
    });
    return toResponse(answer, request.method, request.headers.get("range"));
  };

  /** Answers a request, for servers that have no `Request`. */
  request(request: RequestParts): Promise<Answer> {
    return this.#core.request(request);
  }

  /** Creates a user. */
  user(options: UserOptions = {}): EmulatorUser {
    const created = new EmulatorUser(this.#world, this.act("add_user", { ...checkObject("options", options) }));
    this.#users.push(created);
    return created;
  }

  /** Creates a group, supergroup or channel. */
  chat(options: NewChatOptions = {}): EmulatorChat {
    const parameters = chatToAdd(options, () => this.#users[0] ?? this.user(), this.bot);
    return new EmulatorChat(this.#world, this.act("add_chat", parameters).id, parameters.creator);
  }

  /** Sets the text and the pictures of a game, and creates the game if the bot has none with that name. */
  game(game_short_name: string, options: GameOptions = {}): void {
    const { bot = this.bot, photo, animation, ...texts } = checkObject("options", options);
    const parameters = { ...texts, game_short_name, bot: idOf(bot, "bot") };
    this.act("game", parameters);
    if (photo !== undefined) this.act("game", { ...parameters, type: "photo" }, photo);
    if (animation !== undefined) this.act("game", { ...parameters, type: "animation" }, animation);
  }

  /** Returns all chats in which something has happened, private ones too. */
  chats(): Chat[] {
    return this.act("chats", {});
  }

  /** Injects a fault. Returns a function that removes it. */
  fault(fault: Fault): () => void {
    const number = this.act("fault", { ...checkObject("fault", fault) });
    return () => void this.act("clear_faults", { fault: number });
  }

  /** Removes all faults. */
  clearFaults(): void {
    this.act("clear_faults", {});
  }

  /**
   * Adds a method, or replaces an existing one. Its calls appear in the {@link log}, and faults apply to them. Snapshots do not
   * contain added methods.
   *
   * ```js
   * emulator.method("sendPoll", ({ question }, { bot }) => ({ message_id: 1, from: bot, poll: { question } }));
   * ```
   *
   * @param name - The name of the method, in any case.
   * @param handler - Returns the result, or throws an error with an `error_code`.
   */
  method(name: string, handler: MethodHandler): void {
    const { service, methods } = this.#core;
    checkFunction("handler", handler);
    service.method(checkString("name", name));
    methods.set(name, handler);
  }

  /**
   * Sends an update of any kind, whatever `allowed_updates` says. The content of a known kind must have the right type.
   *
   * ```js
   * emulator.deliver({ poll: { id: "7", question: "Tea?" } });
   * ```
   *
   * @param update - The update, without `update_id`.
   * @param options - `bot`: the bot that receives it. Default: the first bot.
   * @returns The `update_id` of the update.
   */
  deliver(update: object, options: { bot?: Party | undefined } = {}): number {
    const { bot = this.bot } = checkNames("deliver", options, ["bot"]);
    const parameters: object = { update: checkObject("update", update), bot: idOf(bot, "bot") };
    return this.act("deliver" as ActionName, parameters) as unknown as number;
  }

  /**
   * Fixes the result of a method, of the specification or not. Its calls then have no other effect. Without a result, the method
   * works as before. Unlike the methods of {@link Emulator.method}, snapshots contain fixed results.
   *
   * ```js
   * emulator.answer("setMyCommands", true);
   * ```
   */
  answer(method: string, result?: unknown): void {
    this.act("answer" as ActionName, { method: checkString("method", method), result } as object);
  }

  /** Sets the file behind a URL that bots can send. Without a file, the URL fails. */
  host(url: string, file?: UserFile): void {
    this.act("host", { url, type: file?.type }, file);
  }

  /**
   * Returns a file by its `file_id`, as users see it. This is not a call: it does not appear in the log, and faults do not
   * apply to it.
   */
  file(file_id: string, bot: Party = this.bot): UserFile & { data: Uint8Array; name: string; type: string } {
    const { service } = this.#core;
    const owner = idOf(bot, "bot");
    checkString("file_id", file_id);
    const [name, type, data] = service.file(owner, file_id) as [string, string, Uint8Array];
    return { data, name, type };
  }

  /**
   * Calls the listener after each call, delivery, action of a user, and timer. Returns a function that stops this. Errors of
   * the listener are uncaught exceptions, as with event listeners.
   */
  watch(listener: () => void): () => void {
    checkFunction("listener", listener);
    const look = (): boolean => {
      try {
        listener();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
      return false;
    };
    const { watchers } = this.#core.loop;
    watchers.add(look);
    return () => void watchers.delete(look);
  }

  /** Returns the whole state as bytes, for the option `snapshot`. It does not contain the log. */
  save(): Uint8Array {
    return this.#core.service.save();
  }

  /**
   * Runs one of the {@link Actions} of users and tests. {@link EmulatorUser} and {@link EmulatorChat} have functions for most
   * of them.
   */
  act<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: UserFile): ActionResult<Name>;
  act<Name extends BareActionName>(name: Name): ActionResult<Name>;
  act(name: ActionName, parameters: ActionParameters<ActionName> = {}, file?: UserFile): unknown {
    return this.#core.act(name, parameters, file);
  }

  /** Returns calls and deliveries since an entry, oldest first. The tokens of all bots are removed from every text. */
  log(after = 0): LogEntry[] {
    return JSON.parse(this.#core.service.log(checkNumber("after", after))) as LogEntry[];
  }

  /**
   * Waits until every request made by {@link fetch} has arrived and no delivery to a webhook is in flight. It does not wait for
   * later attempts of failed deliveries.
   */
  settle(): Promise<void> {
    return this.#core.loop.settle();
  }

  /**
   * Moves time forward and waits for deliveries. On the way, it stops whenever something is due: a long poll ends, a delivery
   * is retried, or a timer of {@link clock} fires. While timers of {@link clock} are set, it waits for each delivery only
   * briefly, because its handler may wait for a timer. The clock ends at 2038-01-19 03:14:07 UTC, because dates are 32-bit
   * integers.
   */
  advance(duration: Duration): Promise<void> {
    return this.#core.loop.advance(duration);
  }

  /** Ends long polls, deliveries and the servers of `serve()`, and frees the memory. Later calls throw. */
  close(): void {
    this.#core.close();
  }

  #readUsers(): void {
    const people = this.act("users");
    this.#users.splice(0, Infinity, ...people.map((user) => new EmulatorUser(this.#world, user)));
  }

  #firstBot(): NamedBot {
    const [first] = this.bots;
    if (first === undefined) throw new Error("the emulator has no bots");
    return first;
  }
}
