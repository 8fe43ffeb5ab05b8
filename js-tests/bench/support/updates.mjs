// Updates of about 0.3, 2.6 and 23 kB, each with an identifier of its own so that none is taken for a repeated delivery.
let identifier = 0;

const person = { id: 4242, is_bot: false, first_name: "Alice", last_name: "Example", username: "alice", language_code: "en" };
const message = { message_id: 7, from: person, chat: { id: 4242, type: "private", first_name: "Alice" }, date: 1_790_000_000, text: "Hello there" };
const entities = Array.from({ length: 30 }, (_, index) => ({ type: "bold", offset: index * 4, length: 3 }));
const photo = Array.from({ length: 4 }, (_, index) => ({ file_id: "F".repeat(60) + index, width: 90 << index, height: 60 << index, file_size: 1000 }));
const rich = { ...message, text: "word ".repeat(60), entities: entities.slice(0, 12), reply_to_message: { ...message, photo, caption: "A caption" } };
const big = { ...rich, text: "wörd ".repeat(800), entities: Array.from({ length: 300 }, (_, index) => entities[index % 30]) };

/** Texts of updates by size. */
export const UPDATES = {
  small: () => text(message),
  rich: () => text({ ...rich, forward_from: person, new_chat_members: Array(6).fill(person) }),
  big: () => text({ ...big, new_chat_members: Array(60).fill(person) }),
};

const text = (held) => JSON.stringify({ update_id: ++identifier, message: held });
