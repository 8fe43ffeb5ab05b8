// What the examples share: the options of the webhook, and a handler that echoes messages and answers presses.
import { on, type UpdateHandler, type WebhookOptions } from "botwire";

export const options: WebhookOptions<any> = { baseUrl: "https://service.example", token: "123456:secret", path: "/hook/3f9a" };

export const handle: UpdateHandler<any> = on({
  message: ({ chat, text = "" }) =>
    text === "a photo"
      ? { method: "sendPhoto", chat_id: chat.id, photo: Uint8Array.from({ length: 1000 }, (_, at) => at) }
      : { method: "sendMessage", chat_id: chat.id, text },
  callback_query: (query, { answer }) => answer({ text: query.data }),
});
