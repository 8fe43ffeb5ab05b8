// Updates of about 0.4, 4 and 30 kB, with unique identifiers so that none is treated as a repeated delivery.
let identifier = 0;

const person = { id: 4242424242, is_bot: false, first_name: "Alice", last_name: "Example", username: "alice_example", language_code: "en" };
const chat = { id: person.id, type: "private", first_name: person.first_name, last_name: person.last_name, username: person.username };
const message = { message_id: 7, from: person, chat, date: 1_790_000_000, text: "Hello there, this is a message of two short lines.\nHow is it going?" };
const entities = Array.from({ length: 30 }, (_, index) => ({ type: "bold", offset: index * 4, length: 3 }));
const photo = Array.from({ length: 4 }, (_, index) => ({ file_id: "F".repeat(60) + index, width: 90 << index, height: 60 << index, file_size: 1000 }));
const rich = { ...message, text: "word ".repeat(60), entities: entities.slice(0, 12), reply_to_message: { ...message, photo, caption: "A caption" } };
const big = { ...rich, text: "wörd ".repeat(800), entities: Array.from({ length: 300 }, (_, index) => entities[index % 30]) };

/** Texts of updates by size. */
export const UPDATES = {
  small: textsOf(message),
  rich: textsOf({ ...rich, forward_from: person, new_chat_members: Array(14).fill(person) }),
  big: textsOf({ ...big, new_chat_members: Array(98).fill(person) }),
};

/** Changes only the identifier, so that creating the texts is almost free. */
function textsOf(held) {
  const rest = `,"message":${JSON.stringify(held)}}`;
  return () => `{"update_id":${++identifier}${rest}`;
}
