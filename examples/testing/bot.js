// The bot under test.
import { call, on } from "botwire";

export const handler = on({
  message: ({ chat, from }) => call.sendMessage({ chat_id: chat.id, text: `Hello, ${from?.first_name ?? "you"}` }),
});
