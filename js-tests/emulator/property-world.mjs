// A world for calls with random parameters, in which most identifiers that are tried exist.

import { createEmulator } from "../support/closed.mjs";
import { result } from "./started.mjs";

/** No time passes, no poll waits, and no delivery to a webhook leaves the machine: each is answered by a 502. */
const OPTIONS = { now: () => 1e12, longestPoll: 0, fetch: async () => new Response(null, { status: 502 }) };

/** A world in which the tried identifiers exist, and the known values by field name. */
export async function world() {
  const emulator = createEmulator({ ...OPTIONS, logSize: 0, bots: [{ inline_feedback: true, inline_location: true }] });
  const { bot } = emulator;
  const call = (method, params) => result(emulator, method, params);
  const [alice, bob] = [emulator.user({ id: 7, username: "alice" }), emulator.user({ id: 8 })];
  const chats = ["group", "supergroup", "channel"].map((kind) =>
    emulator.chat({ type: kind, creator: alice, members: kind === "channel" ? [] : [bob], administrators: [bot], ...(kind === "group" ? {} : { username: `${kind}_name` }) }),
  );
  // The messages of all chats have the same numbers, as those of shared chats start with a service message.
  alice.write("first");
  bob.unblock();
  const buttons = { inline_keyboard: [[{ text: "b", callback_data: "b" }]] };
  for (const place of [7, ...chats.map(({ id }) => id)]) {
    const { message_id } = await call("sendMessage", { chat_id: place, text: "b", reply_markup: buttons });
    alice.press("b", place < 0 ? { chat: place, message_id } : { message_id });
    alice.write("hello", place < 0 ? { chat: place } : {});
    await call("sendLocation", { chat_id: place, latitude: 1, longitude: 2, live_period: 86400 });
    await call("sendPhoto", { chat_id: place, photo: "https://files.test/p.jpg", caption: "c" });
    if (place !== chats[2].id) await call("sendGame", { chat_id: place, game_short_name: "g" });
    if (place === chats[1].id || place === chats[2].id) await call("pinChatMessage", { chat_id: place, message_id });
    if (place < 0) emulator.act("photo", { user: 7, chat: place }, { data: "photo", name: "p.jpg" });
  }
  const files = {};
  for (const [kind, url] of [["photo", "p.jpg"], ["document", "d.pdf"], ["video", "v.mp4"], ["audio", "a.mp3"], ["voice", "v.ogg"], ["sticker", "s.webp"]]) {
    const method = `send${kind[0].toUpperCase()}${kind.slice(1)}`;
    const message = await call(method, { chat_id: 7, [kind]: `https://files.test/${url}` });
    files[kind] = [message[kind].file_id ?? message[kind].at(-1).file_id];
  }
  await call("createNewStickerSet", { user_id: 7, name: `cats_by_${bot.username}`, title: "Cats", png_sticker: "https://files.test/s.png", emojis: "😺" });
  const { stickers } = await call("getStickerSet", { name: `cats_by_${bot.username}` });
  files.sticker.push(stickers[0].file_id);
  const terms = { title: "t", description: "d", payload: "p", provider_token: "t", start_parameter: "s", currency: "EUR", prices: [{ label: "l", amount: 5 }] };
  for (const flexible of [true, false]) {
    const { message_id } = await call("sendInvoice", { chat_id: 7, ...terms, is_flexible: flexible, need_shipping_address: flexible });
    emulator.act("pay", { user: 7, message_id });
  }
  const inline = Array.from({ length: 5 }, (_, index) => emulator.act("type", { user: 7, query: `q${index}` }).query);
  const updates = await call("getUpdates", {});
  const ids = (kind) => updates.filter((update) => update[kind] !== undefined).map((update) => update[kind].id);
  const everyFile = Object.values(files).flat();
  const file = (kind, url) => [...files[kind], `https://files.test/${url}`, ...everyFile];
  const known = {
    chat_id: [7, 8, ...chats.map(({ id }) => id), "@supergroup_name", "@channel_name"],
    from_chat_id: [7, ...chats.map(({ id }) => id)],
    user_id: [7, 8, bot.id],
    message_id: [2, 4, 5, 6],
    latitude: [1.5, -90, 90, 91],
    longitude: [1.5, -180, 180, 181],
    reply_to_message_id: [1, 2, 3, 99],
    callback_query_id: ids("callback_query"),
    inline_query_id: inline,
    shipping_query_id: ids("shipping_query"),
    pre_checkout_query_id: ids("pre_checkout_query"),
    photo: file("photo", "p.jpg"), document: file("document", "d.pdf"), video: file("video", "v.mp4"),
    audio: file("audio", "a.mp3"), voice: file("voice", "v.ogg"), sticker: file("sticker", "s.webp"),
    media: [...files.photo, ...files.video, "https://files.test/p.jpg"],
    file_id: everyFile, png_sticker: ["https://files.test/s.png", ...everyFile],
    name: [`cats_by_${bot.username}`, `dogs_by_${bot.username}`], sticker_set_name: [`cats_by_${bot.username}`],
    game_short_name: ["g"], emojis: ["😺", "🐈🐕"], currency: ["EUR"], url: ["", "https://bot.test/", "https://bot.test:88/"],
    id: ["1", "2", "3"], until_date: [1e9 + 60, 1e9, 2e9],
  };
  return { emulator, known };
}

/** A copy of a world. */
export async function fresh({ emulator, known }) {
  return { emulator: createEmulator({ ...OPTIONS, snapshot: emulator.save() }), known };
}
