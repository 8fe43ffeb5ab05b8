// The JSON Schema of scenarios. The build writes it to scenario.schema.json, and check.ts checks scenarios by it.

/** A JSON Schema, with the keywords that scenarios need. */
export interface Schema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

type Fields = Readonly<Record<string, Schema>>;

const text = (description: string): Schema => ({ type: "string", description });
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const object = (required: readonly string[], properties: Fields, description?: string): Schema => ({
  type: "object", ...(description !== undefined && { description }), properties, required, additionalProperties: false,
});
const list = (items: Schema): Schema => ({ type: "array", items });
const fields = (type: "string" | "integer" | "number" | "boolean", ...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, { type }]));

const USER = ref("name");
const CHAT = ref("name");
const MESSAGE = text("The text or caption of a message: the latest such message of the chat.");
const REPLY = { reply_to: text("The text or caption of the message to reply to.") };
const PLACE = fields("number", "latitude", "longitude");

/** What happens in a step, by the name of its action: what it does, its required fields, and its other fields. */
const ACTS: Readonly<Record<string, readonly [does: string, required: Fields, optional?: Fields]>> = {
  write: ["A user writes a text.", { user: USER, text: { type: "string", minLength: 1 } }, { chat: CHAT, ...fields("string", "parse_mode"), ...REPLY }],
  send: ["A user sends a file, a location, a venue or a contact.", { user: USER }, {
    chat: CHAT, file: ref("file"), ...fields("string", "type", "caption", "parse_mode", "media_group_id", "performer", "title", "address", "venuedb_id", "phone_number", "first_name", "last_name"), ...REPLY,
    ...fields("integer", "duration", "width", "height", "length", "live_period"), ...PLACE,
  }],
  edit: ["A user edits their latest message, or the one with a text.", { user: USER }, { chat: CHAT, message: MESSAGE, ...fields("string", "text", "caption", "parse_mode"), ...PLACE }],
  delete: ["A user deletes their latest message, or the one with a text.", { user: USER }, { chat: CHAT, message: MESSAGE }],
  forward: ["A user forwards a message.", { user: USER, message: MESSAGE }, { chat: CHAT, to_chat: CHAT }],
  press: ["A user presses a button of the latest message that has it, or of the reply keyboard.", { user: USER }, {
    chat: CHAT, text: text("The text of the button."), row: { type: "integer" }, column: { type: "integer" }, message: MESSAGE, ...fields("string", "data", "phone_number"), ...PLACE,
  }],
  type: ["A user types an inline query.", { user: USER }, fields("string", "query", "offset")],
  choose: ["A user chooses a result of the last inline query.", { user: USER, result: text("The title or the identifier of the result.") }, { chat: CHAT }],
  switch: ["A user presses the button above the results of the last inline query.", { user: USER }],
  pay: ["A user pays the latest invoice.", { user: USER }, {
    chat: CHAT, ...fields("string", "name", "phone_number", "email"),
    shipping_address: object([], fields("string", "country_code", "state", "city", "street_line1", "street_line2", "post_code")),
  }],
  ship: ["A user chooses the shipping option of the payment, and confirms.", { user: USER }, { option: text("The identifier of the option.") }],
  log_in: ["A user logs in to a website.", { user: USER, website: { type: "string" } }, { chat: CHAT }],
  join: ["A user joins a chat.", { user: USER, chat: CHAT }],
  leave: ["A user leaves a chat.", { user: USER, chat: CHAT }],
  add: ["A user adds a user, or the bot, to a chat.", { user: USER, chat: CHAT, member: USER }],
  remove: ["A user removes a user, or the bot, from a chat.", { user: USER, chat: CHAT, member: USER }],
  promote: ["A user sets the rights of an administrator.", { user: USER, chat: CHAT, member: USER }, fields(
    "boolean", "can_change_info", "can_post_messages", "can_edit_messages", "can_delete_messages", "can_invite_users", "can_restrict_members", "can_pin_messages", "can_promote_members",
  )],
  restrict: ["A user sets what a member may send.", { user: USER, chat: CHAT, member: USER }, fields(
    "boolean", "can_send_messages", "can_send_media_messages", "can_send_other_messages", "can_add_web_page_previews",
  )],
  title: ["A user changes the title of a chat.", { user: USER, chat: CHAT, title: { type: "string" } }],
  pin: ["A user pins the latest message, or the one with a text.", { user: USER, chat: CHAT }, { message: MESSAGE }],
  rename: ["A user changes their name.", { user: USER }, fields("string", "first_name", "last_name", "username")],
  block: ["A user blocks the bot.", { user: USER }],
  unblock: ["A user unblocks the bot.", { user: USER }],
  fault: ["The service fails from now on.", { kind: { type: "string" } }, {
    ...fields("string", "description", "method"), ...fields("integer", "retry_after", "error_code", "status", "millis", "times", "seed"), probability: { type: "number" }, deliveries: { type: "boolean" }, chat: CHAT,
  }],
  clear_faults: ["The service works again.", {}],
  advance: ["Time passes: the emulator's clock is moved.", { by: { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$", description: "A duration such as 25h." } }],
  wait: ["Nothing happens. Its answers are those that the bot makes by itself.", {}],
};

const ANSWERS = { expect: { ...list(ref("answer")), description: "What the bot answers. Without it, the step is not waited for, and its answers belong to the next step that has it." } };
const stepOf = (name: string): Schema => {
  const [does, required, optional] = ACTS[name]!;
  return object(["act", ...Object.keys(required), ...(name === "wait" ? ["expect"] : [])], { act: { type: "string", const: name }, ...required, ...optional, ...ANSWERS }, does);
};

const PATTERN = object(["pattern"], { pattern: text("A regular expression of JavaScript that matches a part of the text.") });
const WORDS: Schema = { oneOf: [{ type: "string" }, PATTERN] };
const BUTTONS = list(list({ oneOf: [{ type: "string" }, object(["text"], { text: { type: "string" }, ...fields("string", "url", "switch_inline_query", "switch_inline_query_current_chat") })] }));
const KINDS: Schema = { type: "string" };

/** The version of the format. */
export const SCENARIO_VERSION = 1;

/** The schema. */
export const SCENARIO_SCHEMA: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Scenario",
  ...object(["version", "users", "steps"], {
    $schema: text("The file of this schema, for editors."),
    version: { type: "integer", const: SCENARIO_VERSION },
    title: text("What the conversation is about."),
    compat: { type: "boolean", description: "Whether the emulator accepts clients for newer versions, as with --compat." },
    users: { type: "object", description: "The users, by the names that the steps use.", propertyNames: ref("name"), additionalProperties: ref("user") },
    chats: { type: "object", description: "The groups, supergroups and channels, by the names that the steps use.", propertyNames: ref("name"), additionalProperties: ref("chat") },
    steps: list({ oneOf: Object.keys(ACTS).map((name) => ref(name)) }),
  }, "A conversation of users with a bot, and the answers of the bot."),
  $defs: {
    name: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$", description: "The name of a user or chat of the scenario, or bot." },
    user: object([], { id: { type: "integer" }, ...fields("string", "first_name", "last_name", "username", "language_code") }),
    chat: object(["creator"], {
      type: { type: "string", enum: ["group", "supergroup", "channel"] }, ...fields("string", "title", "username"), creator: USER,
      members: list(USER), administrators: list(USER), ...fields("boolean", "all_members_are_administrators", "signs"),
    }),
    file: {
      oneOf: [
        object(["base64"], fields("string", "base64", "name", "type"), "A file in the scenario."),
        object(["path"], fields("string", "path", "name", "type"), "A file next to the scenario."),
      ],
    },
    answer: object(["method"], {
      method: text("The method that the bot called."),
      chat: text("The user or chat in whose chat it did."), member: text("The user that the call is about."),
      text: WORDS, caption: WORDS, title: { type: "string" }, media: { oneOf: [KINDS, list(KINDS)] },
      inline_keyboard: BUTTONS, keyboard: BUTTONS, ...fields("boolean", "remove_keyboard", "force_reply"),
      ...fields("boolean", "show_alert", "ok"), url: { type: "string" }, error_message: { type: "string" }, results: list({ type: "string" }),
    }, "An answer of the bot, as a user sees it. All fields are compared, and no others may exist."),
    ...Object.fromEntries(Object.keys(ACTS).map((name) => [name, stepOf(name)])),
  },
};
