// A whole conversation between the packed Bot and users of the packed emulator, without a socket; returns plain data.

const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 0, 0, 0, 2, 0]);

/** Runs the conversation. `botwire` and `emulation` are the exports of the two entries. */
export async function conversation(botwire, emulation) {
  const emulator = emulation.createEmulator({ bots: [{ username: "shop_bot", inline_feedback: true }] });
  const bot = new botwire.Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  const alice = emulator.user({ first_name: "Alice" });
  const stop = new AbortController();
  const polling = poll(botwire, bot, stop.signal);
  // An error on the bot's side ends the user's wait.
  const results = await Promise.race([talked(emulator, alice), polling.then(() => Promise.reject(new Error("polling ended")))]);
  stop.abort();
  await polling;
  results.byWebhook = await delivered(botwire, emulator, alice);
  results.refused = await bot.sendMessage({ chat_id: 404, text: "x" }).catch(({ kind, description }) => [kind, description]);
  results.restored = restored(emulation, emulator);
  emulator.close();
  return results;
}

/** The bot's side, by long polling. */
async function poll(botwire, bot, signal) {
  for await (const update of botwire.updates(bot, { timeout: 20, signal })) await answer(botwire, bot, update);
}

async function answer(botwire, bot, { message, callback_query, inline_query, chosen_inline_result, shipping_query, pre_checkout_query }) {
  if (callback_query) return pressed(bot, callback_query);
  if (inline_query) {
    const input_message_content = { message_text: `found ${inline_query.query}` };
    return bot.answerInlineQuery({ inline_query_id: inline_query.id, results: [{ type: "article", id: "1", title: "T", input_message_content }] });
  }
  if (chosen_inline_result) return bot.sendMessage({ chat_id: chosen_inline_result.from.id, text: `chosen ${chosen_inline_result.result_id}` });
  if (shipping_query) {
    const shipping_options = [{ id: "mail", title: "Mail", prices: [{ label: "mail", amount: 50 }] }];
    return bot.answerShippingQuery({ shipping_query_id: shipping_query.id, ok: true, shipping_options });
  }
  if (pre_checkout_query) return bot.answerPreCheckoutQuery({ pre_checkout_query_id: pre_checkout_query.id, ok: true });
  const chat_id = message.chat.id;
  if (message.document) return bot.sendMessage({ chat_id, text: await (await botwire.download(bot, message.document)).text() });
  if (message.successful_payment) return bot.sendMessage({ chat_id, text: `paid ${message.successful_payment.total_amount}` });
  switch (message.text) {
    case "/start":
      return bot.sendMessage({ chat_id, text: "<b>hello</b>", parse_mode: "HTML", reply_markup: { inline_keyboard: [[{ text: "more", callback_data: "m" }]] } });
    case "/photo":
      return bot.sendPhoto({ chat_id, photo: new Blob([PNG], { type: "image/png" }), caption: "a photo" });
    case "/buy":
      return bot.sendInvoice({
        chat_id, title: "Tea", description: "Green", payload: "tea", provider_token: "p", start_parameter: "s",
        currency: "EUR", prices: [{ label: "tea", amount: 300 }], is_flexible: true, need_shipping_address: true,
      });
    case "/game":
      return bot.sendGame({ chat_id, game_short_name: "snake" });
  }
}

async function pressed(bot, { id, from, message, game_short_name }) {
  if (game_short_name !== undefined) return bot.answerCallbackQuery({ callback_query_id: id, url: `https://game.example/${from.id}` });
  await bot.editMessageText({ chat_id: message.chat.id, message_id: message.message_id, text: "edited" });
  await bot.answerCallbackQuery({ callback_query_id: id, text: "done" });
}

/** The user's side. */
async function talked(emulator, alice) {
  const answerTo = async (text) => (alice.write(text), alice.nextMessage());
  const hello = await answerTo("/start");
  const pressed = await alice.press("more").answer();
  const edited = alice.messages().at(-1).text;
  const photo = await answerTo("/photo");
  await alice.send({ data: "content", name: "a.txt", type: "text/plain" });
  const echoed = await alice.nextMessage();
  const results = await alice.type("cats");
  const chosen = [alice.choose(results, "1").text, (await alice.nextMessage()).text];
  const paid = await alice.pay(await answerTo("/buy"));
  const receipt = await alice.nextMessage();
  const game = await alice.play(await answerTo("/game"));
  return {
    hello: [hello.text, hello.entities[0].type],
    pressed: [pressed.text, edited],
    photo: [photo.caption, photo.photo.at(-1).width],
    echoed: echoed.text,
    chosen,
    paid: [paid.successful_payment.total_amount, receipt.text],
    game: game.url === `https://game.example/${alice.id}`,
  };
}

/** The same bot by webhook: its answer is the call. */
async function delivered({ Bot, createWebhookHandler }, emulator, alice) {
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook" }, ({ message }) => {
    if (message) return { method: "sendMessage", chat_id: message.chat.id, text: `echo ${message.text}` };
  });
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  alice.write("é");
  const { text } = await alice.nextMessage();
  const hidden = !JSON.stringify(emulator.log()).includes(emulator.token);
  return [text, emulator.log().at(-1).kind, hidden];
}

/** A second emulator from the first one's snapshot has the same chat, and shares nothing with it. */
function restored({ createEmulator }, emulator) {
  const copy = createEmulator({ snapshot: emulator.save(), webhook: () => new Response() });
  const [before, after] = [emulator, copy].map(({ users }) => JSON.stringify(users[0].messages()));
  copy.users[0].write("only in the copy");
  const apart = emulator.users[0].messages().length + 1 === copy.users[0].messages().length;
  copy.close();
  return [before === after, apart];
}
