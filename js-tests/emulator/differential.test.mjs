// Client and emulator refuse the same calls, except for the lists below with their reasons.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { validate } from "botwire";
import fc from "fast-check";

import { fresh, world } from "./property-world.mjs";
import { UPLOAD, Values } from "./schema-values.mjs";
import { call } from "./started.mjs";

const started = world();
after(async () => (await started).emulator.close());

/** Calls of each method; a nightly run makes more, other ones. */
const RUNS = process.env.MODEL_SECONDS ? 5000 : 60;
const SEED = process.env.MODEL_SECONDS ? undefined : 3;
const api = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("botwire/openapi.json")), "utf8"));
const type = "application/json";

/** Errors that only the client reports, with the reason. */
const ONLY_CLIENT = [
  [/, got "(\d+|true|)"$/, "a form has strings alone: the service reads numbers and Booleans in them, and nothing in an empty one"],
  [/: a value that JSON can hold, got null$/, "JSON turns undefined and NaN in an Array into null, and the emulator accepts any value of an unknown parameter"],
  [/: either chat_id and message_id, or inline_message_id, got both$|, got 0 characters$/, "an empty optional parameter is absent for the emulator"],
];

/** Errors that only the emulator reports. The client refuses only calls that violate the specification. */
const ONLY_EMULATOR = [
  [/ (not found|to (delete|edit|forward|pin|set game score) not found)$/, "state"],
  [/chat has no |chats (only|have no)|private chat|(is not|are not) (available )?for (channel|group|supergroup) chats|to channels$|private chats only$/, "state: the kind of the chat"],
  [/message (can't be|is not a game|is not modified|is pinned already)|there is no (caption|text) in the message|service messages can't/, "state: the message"],
  [/user is (an administrator|the creator|not a member)|not enough rights/, "state: members and rights"],
  [/query is too old|sticker is in no set|sticker set (is not of|name is already)|type of file mismatch|sticker must be a png|wrong type of the web page|wrong file identifier|attached file not found|can't use file of type|file is too big/, "state: queries, files, sticker sets"],
  [/MESSAGE_ID_INVALID|CHAT_NOT_MODIFIED|can't remove chat owner|method is available only for/, "state, in the words of known services"],
  [/^Bad Request: (chat_id: expected either|error_message: expected a value)/, "an empty optional parameter is absent for the emulator"],
  [/wrong game short name|game score is not greater/, "state: the games of the bot and their scores"],
  [/currency must be an ISO 4217 code/, "which currencies there are, the service decides; the client checks the form of the code"],
  [/webhook is active|can't use getUpdates/, "state: webhook or polling"],
  [/URL (of the photo of an invoice |of an inline result |of a button )?is invalid|only a game's button or a deep link/, "what a URL is, the service decides"],
  [/can't parse entities|text must be non-empty|message text is empty|caption is empty/, "what its markup is, and what is left of a text, the service decides"],
  [/wrong location|contact needs a phone number|venue needs a title|switch_pm_text must be|emojis must be|provider_data must be JSON|error_message must be/, "contents of which the specification gives no limit"],
  [/total price is invalid|must be non-empty$|must be unique|labels of its prices/, "sums and lists of orders, of which the specification gives no limit"],
  [/button|BUTTON|first row|pay |keyboard/, "which buttons fit a message depends on the message that it becomes"],
];

const contains = (value, found) => value === found || (typeof value === "object" && value !== null && Object.values(value).some((member) => contains(member, found)));

/** Typical mistakes, in place of a parameter or of a member of one. */
const MISTAKES = ["1", "true", "", 0, -1, 1.5, true, null, {}, [], [[]], ["x"], [["x"]], [{}], "@", "x".repeat(5000)];

/** The parameters with one mistake in them, at any depth. */
const mistaken = (input, path, mistake) => {
  if (typeof input !== "object" || input === null || Object.keys(input).length === 0) return mistake;
  const [first, ...rest] = path;
  if (first === undefined) return mistake;
  const key = Object.keys(input)[first % Object.keys(input).length];
  const changed = mistaken(input[key], rest, mistake);
  return Array.isArray(input) ? input.with?.(Number(key), changed) ?? Object.assign([...input], { [key]: changed }) : { ...input, [key]: changed };
};

test("openapi.json has the pattern of a chat identifier that the client checks", () => {
  const [, { pattern }] = api.components.schemas.ChatId.anyOf;
  const odd = fc.constantFrom("", "@", "-", "@a", "@@", "@\n", "@ä b", "a", "a@b", " 5", "5", "5\n", "-5", "--5", "-100500", "+5", "5.0", "٣");
  fc.assert(fc.property(fc.oneof(odd, fc.string(), fc.string().map((text) => `@${text}`), fc.integer().map(String)), (chat_id) => {
    const refused = validate("sendChatAction", { chat_id, action: "typing" });
    assert.equal(new RegExp(pattern, "u").test(chat_id), refused.length === 0, JSON.stringify({ chat_id, refused }));
  }), { seed: SEED, numRuns: 500 });
});

for (const [path, { post }] of Object.entries(api.paths)) {
  const method = path.split("/").at(-1);
  test(method, async () => {
    const there = await started;
    const values = new Values(api, there.known);
    const { schema } = post.requestBody?.content["multipart/form-data"] ?? post.requestBody?.content[type] ?? { schema: { type: "object" } };
    // Methods that end something get a fresh world for the next call.
    const ends = /^(leave|kick|setWebhook|answer|stop|delete)/.test(method);
    let current = await fresh(there);
    const right = values.parameters(values.resolved(schema));
    const wrong = fc.tuple(right, fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), fc.constantFrom(...MISTAKES)).map(([input, at, mistake]) => mistaken(input, at, mistake));
    const property = fc.asyncProperty(fc.oneof(right, wrong), async (made) => {
      // As JSON carries it: an object of another prototype becomes a plain one.
      const input = JSON.parse(JSON.stringify(made));
      fc.pre(Object.getPrototypeOf(Object(input)) === Object.prototype && input !== null && typeof input === "object" && !contains(input, UPLOAD));
      const [fault] = validate(method, input);
      const { emulator } = current;
      const { ok, error_code, description } = await call(emulator, method, input);
      if (ok && fault) {
        const refusal = `${fault.path}: ${fault.expected}, got ${fault.received}`;
        assert.ok(ONLY_CLIENT.some(([text]) => text.test(refusal)), `only the client refuses ${refusal}`);
      }
      if (!ok && !fault && error_code === 400) {
        assert.ok(ONLY_EMULATOR.some(([text]) => text.test(description)), `only the emulator refuses: ${description}`);
      }
      if (ok && ends) {
        emulator.close();
        current = await fresh(there);
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, includeErrorInReport: true });
    current.emulator.close();
  });
}
