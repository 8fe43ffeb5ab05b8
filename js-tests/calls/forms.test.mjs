// A FormData as parameters: the same call as with an object of them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, call, isValidationError, validate } from "botwire";
import { everything, FILE, onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

let sent;
const made = (more) =>
  new Bot({
    baseUrl: "https://service.example",
    token: "1:a",
    fetch: async (url, init) => {
      sent = { url, ...init };
      return new Response('{"ok":true,"result":true}');
    },
    ...more,
  });
const bot = made();

/** Returns the parameters as the form of a page. */
function formOf(params) {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) {
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
}

const form = (...entries) => {
  const made = new FormData();
  for (const [name, value] of entries) made.append(name, value);
  return made;
};

/** The parameters that are sent as JSON. */
async function params(method, input, by = bot) {
  sent = undefined;
  await by.call(method, input);
  return JSON.parse(sent.body);
}

/** The body without its random boundary. */
async function bodyOf({ body, headers }) {
  const { boundary } = /boundary=(?<boundary>.*)/.exec(headers?.["content-type"])?.groups ?? {};
  const bytes = Buffer.from(await new Response(body).arrayBuffer()).toString("latin1");
  return boundary ? bytes.replaceAll(boundary, "") : bytes;
}

describe("the same request as for an object", () => {
  for (const method of Object.keys(methods)) {
    test(method, async () => {
      for (const encoding of ["json", "form", "multipart"]) {
        const by = made({ encoding });
        for (const sample of [...everything(method), ...onlyRequired(method)]) {
          // Files in albums cannot be in JSON text; a form leaves empty texts out.
          const accepted = Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== ""));
          if (method === "sendMediaGroup") accepted.media = [{ type: "photo", media: "a" }, { type: "photo", media: "b" }];
          if (validate(method, accepted).length > 0) continue;
          await by.call(method, accepted);
          const byObject = await bodyOf(sent);
          await by.call(method, formOf(accepted));
          assert.equal(await bodyOf(sent), byObject);
          assert.deepEqual(validate(method, formOf(accepted)), []);
        }
      }
    });
  }
});

describe("texts", () => {
  test("numbers, Booleans and JSON are converted along the table, texts stay", async () => {
    const keyboard = { inline_keyboard: [[{ text: "a", callback_data: "5" }]] };
    const input = form(["chat_id", "-1001"], ["text", "5"], ["parse_mode", "HTML"], ["disable_notification", "on"],
      ["disable_web_page_preview", "0"], ["reply_to_message_id", "007"], ["reply_markup", JSON.stringify(keyboard)]);
    assert.deepEqual(await params("sendMessage", input), {
      chat_id: -1001, text: "5", parse_mode: "HTML", disable_notification: true, disable_web_page_preview: false,
      reply_to_message_id: 7, reply_markup: keyboard,
    });
    assert.deepEqual(await params("sendLocation", form(["chat_id", "@name"], ["latitude", ".5"], ["longitude", "-1e1"])), {
      chat_id: "@name", latitude: 0.5, longitude: -10,
    });
    // A number in one method and a text in another.
    assert.deepEqual(await params("getUpdates", form(["offset", "5"])), { offset: 5 });
    assert.deepEqual((await params("answerInlineQuery", form(["inline_query_id", "1"], ["results", "[]"], ["offset", "5"]))).inline_query_id, "1");
  });
  test("a name that comes several times, or once, where an array is wanted", async () => {
    assert.deepEqual(await params("getUpdates", form(["allowed_updates", "message"], ["allowed_updates", "callback_query"])), { allowed_updates: ["message", "callback_query"] });
    assert.deepEqual(await params("getUpdates", form(["allowed_updates", "message"])), { allowed_updates: ["message"] });
    assert.deepEqual(await params("getUpdates", form(["allowed_updates", '["message"]'])), { allowed_updates: ["message"] });
    const price = { label: "a", amount: 5 };
    const query = ["shipping_query_id", "1"];
    const option = (id) => ({ id, title: "t", prices: [price] });
    const answered = await params("answerShippingQuery", form(query, ["ok", "true"], ["shipping_options", JSON.stringify(option("a"))], ["shipping_options", JSON.stringify(option("b"))]));
    assert.deepEqual(answered, { shipping_query_id: "1", ok: true, shipping_options: [option("a"), option("b")] });
    const one = await params("answerShippingQuery", form(query, ["ok", "1"], ["shipping_options", JSON.stringify(option("a"))]));
    assert.deepEqual(one.shipping_options, [option("a")]);
  });
  test("fields that were left empty are left out, but for texts that are required", async () => {
    const empty = form(["chat_id", "1"], ["text", ""], ["parse_mode", ""], ["disable_notification", ""], ["reply_to_message_id", ""], ["reply_markup", ""]);
    assert.deepEqual(await params("sendMessage", empty), { chat_id: 1, text: "" });
    assert.deepEqual(await params("setWebhook", form(["url", ""])), { url: "" });
  });
  test("methods and parameters that the specification does not know keep their texts", async () => {
    assert.deepEqual(await params("sendPoll", form(["chat_id", "7"], ["question", "5"], ["options", "[1]"])), { chat_id: 7, question: "5", options: "[1]" });
    assert.deepEqual(await params("sendMessage", form(["chat_id", "7"], ["text", "a"], ["thread", "5"])), { chat_id: 7, text: "a", thread: "5" });
  });
  test("no name of a field is special", async () => {
    const { text, ...rest } = await params("sendMessage", form(["chat_id", "7"], ["text", "a"], ["__proto__", "x"], ["toString", "y"], ["a[0]", "z"]));
    assert.deepEqual([text, Object.entries(rest).flat()], ["a", ["chat_id", 7, "__proto__", "x", "toString", "y", "a[0]", "z"]]);
    assert.equal({}.x, undefined);
  });
  test("URLSearchParams", async () => {
    assert.deepEqual(await params("sendMessage", new URLSearchParams("chat_id=7&text=5")), { chat_id: 7, text: "5" });
  });
});

describe("files", () => {
  test("are uploads, and a file input without a file is nothing", async () => {
    await bot.sendDocument(form(["chat_id", "7"], ["document", FILE], ["thumb", new File([], "")]));
    const body = await bodyOf(sent);
    assert.match(body, /name="document"; filename="[^"]*"\r\nContent-Type: image\/png/);
    assert.match(body, /name="chat_id"\r\n\r\n7\r\n/);
    assert.doesNotMatch(body, /thumb/);
  });
  test("an empty file with a name is a file", async () => {
    await bot.sendDocument(form(["chat_id", "7"], ["document", new File([], "empty.txt")]));
    assert.match(await bodyOf(sent), /filename="empty.txt"/);
  });
  test("a file with bytes but without a name is a file", async () => {
    await bot.sendDocument(form(["chat_id", "7"], ["document", new File(["abc"], "")]));
    assert.match(await bodyOf(sent), /name="document"; filename="file"\r\n[^]*\r\n\r\nabc\r\n/);
  });
  test("a file_id or URL as text", async () => {
    assert.deepEqual(await params("sendDocument", form(["chat_id", "7"], ["document", "123"])), { chat_id: 7, document: "123" });
  });
  test("a file in JSON text is named by its part, as the service wants it", async () => {
    const media = JSON.stringify([{ type: "photo", media: "attach://one" }, { type: "photo", media: "b" }]);
    await bot.sendMediaGroup(form(["chat_id", "7"], ["media", media], ["one", FILE]));
    assert.match(await bodyOf(sent), /name="one"; filename=/);
  });
});

describe("what is wrong names method and field", () => {
  const refused = async (method, input, expected) => {
    const error = await bot.call(method, input).then(() => undefined, (caught) => caught);
    assert.ok(isValidationError(error), String(error));
    assert.equal(error.message, expected);
    assert.equal(validate(method, input)[0].message, expected);
  };
  test("texts that cannot be converted, missing fields, rules", async () => {
    await refused("sendMessage", form(["chat_id", "1"], ["text", "a"], ["reply_to_message_id", "x1"]), 'sendMessage: reply_to_message_id: expected an Integer, got "x1"');
    await refused("sendMessage", form(["chat_id", "1"], ["text", "a"], ["disable_notification", "maybe"]), 'sendMessage: disable_notification: expected a Boolean, got "maybe"');
    await refused("sendMessage", form(["chat_id", "1"]), "sendMessage: text: expected a String, got nothing");
    await refused("sendMessage", form(["chat_id", "1"], ["text", "a"], ["text", "b"]), "sendMessage: text: expected a String, got an Array of 2 items");
    await refused("sendDocument", form(["chat_id", "1"], ["document", new File([], "")]), "sendDocument: document: expected a file to upload, or a String (file_id or URL), got nothing");
    await refused("sendMessage", form(["chat_id", "1"], ["text", "a"], ["reply_markup", "{"]),
      'sendMessage: reply_markup: expected an InlineKeyboardMarkup or a ReplyKeyboardMarkup or a ReplyKeyboardRemove or a ForceReply, got "{"');
    await refused("deleteMessage", form(["chat_id", "1"], ["message_id", "9".repeat(80)]), "deleteMessage: message_id: expected an Integer, got 1e+80");
    await refused("editMessageText", form(["chat_id", "1"], ["message_id", "2"], ["inline_message_id", "3"], ["text", "a"]),
      "editMessageText: inline_message_id: expected either chat_id and message_id, or inline_message_id, got both");
    assert.deepEqual(validate("sendMessage", form(["chat_id", "1.5"], ["reply_to_message_id", "x"])).map(({ path }) => path), ["chat_id", "reply_to_message_id", "text"]);
  });
  test("a text that is too long is not taken for a number", async () => {
    await refused("sendMessage", form(["chat_id", "1"], ["text", "1".repeat(5000)]), "sendMessage: text: expected a String of 0 to 4096 visible characters, got 5000 visible characters");
  });
  test("a form is not a parameter and no returned call", async () => {
    await refused("sendMessage", { chat_id: 1, text: form() }, "sendMessage: text: expected a String, got a FormData");
    assert.throws(() => call.sendMessage(form(["chat_id", "1"])), /sendMessage: expected an object of parameters, got a FormData/);
  });
  test("an object like a form that is not a FormData", async () => {
    for (const wrong of [{ getAll() {} }, { getAll() {}, forEach() { throw new Error("no"); } }, { getAll() {}, forEach: (tell) => tell(5, Symbol("s")) }]) {
      const error = await bot.call("getMe", wrong).then(() => undefined, (caught) => caught);
      assert.ok(error === undefined || isValidationError(error), String(error));
      assert.equal(validate("getMe", wrong)[0]?.message, error?.message);
    }
  });
});
