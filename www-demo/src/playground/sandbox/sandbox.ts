// The sandbox: an emulator in this page with a bot, the users that the visitor plays, and their group.
import { Bot } from "botwire";
import type { Emulator } from "botwire/emulator";
import { Client } from "../../client/client.ts";
import { openEmulator } from "../../wire/emulator.ts";
import type { WireRecord } from "../../wire/entries.ts";
import { maskOf } from "../../wire/mask.ts";
import { recordedFetch } from "../../wire/recording.ts";
import { PageWorld } from "../../world/in-page.ts";
import type { Code } from "../run/code.ts";
import { Runner } from "../run/runner.ts";
import type { Sample } from "../samples/describe.ts";
import { triesOf } from "../samples/index.ts";
import { reportScore } from "../score.ts";
import { delivered } from "./deliveries.ts";
import { type Driver, Drivers } from "./drivers.ts";
import { SERVER } from "./server.ts";

/** Everything that happens on the playground, for one bot. */
export class Sandbox {
  readonly emulator: Emulator;
  readonly world: PageWorld;
  readonly runner: Runner;
  readonly drivers: Drivers;
  readonly record: WireRecord;
  readonly #bot: Bot;
  /** Deliveries are not signed. The secret path proves that they come from the service. */
  readonly #path = `/hook/${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  readonly #unwatch: () => void;

  /** Opens a sandbox for a sample: a new service, new users, empty chats. */
  static async open(sample: Sample, code: Code, record: WireRecord): Promise<Sandbox> {
    const { bot, username } = sample;
    const emulator = await openEmulator({
      bots: [{ username, first_name: bot, inline_feedback: true, games: { taps: "Tap tap tap" } }],
    });
    const sandbox = new Sandbox(emulator, record);
    await sandbox.runner.load(code);
    await sandbox.#announce();
    return sandbox;
  }

  private constructor(emulator: Emulator, record: WireRecord) {
    this.emulator = emulator;
    this.record = record;
    const alice = emulator.user({ first_name: "Alice", username: "alice", language_code: "en" });
    const bob = emulator.user({ first_name: "Bob", username: "bob", language_code: "de" });
    const group = emulator.chat({ type: "group", title: "Book club", creator: alice, members: [bob, emulator.bot] });
    group.promote(emulator.bot, { can_delete_messages: true, can_restrict_members: true, can_pin_messages: true });
    this.world = new PageWorld(emulator, record);
    const { baseUrl, token } = emulator;
    const fetch = recordedFetch((url, init) => emulator.fetch(url, init), record, maskOf(token));
    this.#bot = new Bot({ baseUrl, token, fetch });
    this.runner = new Runner({ baseUrl, token, path: this.#path, fetch });
    this.drivers = new Drivers(this.runner, SERVER + this.#path);
    emulator.webhook = delivered((request) => this.runner.answer(request as Request), emulator, record);
    this.#unwatch = this.runner.watch();
  }

  /** The client of the first user, in the chat that the sample begins with. */
  async client(sample: Sample): Promise<Client> {
    const [first] = triesOf(sample);
    const [bot, me, group] = [this.world.bots.peek()[0], this.world.users.peek()[0], this.world.chats.peek()[0]];
    if (!bot || !me || !group) throw new Error("the sandbox has no bot, user or group");
    const place = first?.what === "write" && first.isInGroup ? { chat: group.id } : { bot: bot.id };
    return Client.open(this.world, me, place, (url, score) => reportScore(this, url, score));
  }

  /** Connects the bot to the service. Updates from the setup are discarded. */
  async #announce(): Promise<void> {
    const { baseUrl, token, fetch } = this.emulator;
    const quiet = new Bot({ baseUrl, token, fetch });
    const last = (await quiet.getUpdates()).at(-1);
    if (last) await quiet.getUpdates({ offset: last.update_id + 1 });
    await this.drive();
  }

  /** Starts the bot by webhook or by polling, as a visitor sees it on the wire. */
  drive(driver?: Driver): Promise<void> {
    return this.drivers.start(this.#bot, driver);
  }

  /** Restarts the bot, so that failed updates are retried at once. */
  async retry(): Promise<void> {
    const { baseUrl, token, fetch } = this.emulator;
    await this.drivers.start(new Bot({ baseUrl, token, fetch })).catch(() => undefined);
  }

  /** Ends it all. */
  close(): void {
    this.#unwatch();
    this.drivers.close();
    this.world.close();
  }
}
