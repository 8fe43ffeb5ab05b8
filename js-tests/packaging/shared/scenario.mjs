// The scenario of every case: uses the package as a user would, and returns plain data.

/** Carries it out against the service at `baseUrl`. */
export async function scenario({ Bot, createWebhookHandler, isApiError, isValidationError }, { baseUrl, token }) {
  const bot = new Bot({ baseUrl, token });
  const called = await bot.sendMessage({ chat_id: 7, text: "héllo", reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "b" }]] } });

  const data = new Blob([Uint8Array.from({ length: 70_000 }, (_, index) => index & 255)], { type: "application/x-test" });
  const uploaded = await bot.sendDocument({ chat_id: 7, document: { data, name: "päck.bin" }, caption: "a file" });

  const refused = await bot.sendMessage({ chat_id: 7, text: "refuse" }).catch((error) => {
    if (!isApiError(error)) throw error;
    return { isError: error instanceof Error, error_code: error.error_code, description: error.description };
  });
  const faulty = await bot.call("sendMessage", { chat_id: 7, text: 5 }).catch((error) => {
    if (!isValidationError(error)) throw error;
    return { path: error.path, expected: error.expected };
  });

  const handle = createWebhookHandler({ baseUrl, token, path: "/hook" }, (update) => {
    if (update.message) return { method: "sendMessage", chat_id: update.message.chat.id, text: `you said ${update.message.text}` };
  });
  const update = { update_id: 1, message: { message_id: 1, date: 1, chat: { id: 2 ** 40, type: "private" }, text: "é" } };
  const delivery = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) };
  const response = await handle(new Request("https://bot.example/hook", delivery));
  const elsewhere = await handle(new Request("https://bot.example/other", delivery));
  return { called, uploaded, refused, faulty, replied: [response.status, await response.json(), elsewhere.status] };
}
