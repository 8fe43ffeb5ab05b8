// Conversation: questions from top to bottom, whose answers survive a restart.
import { commands, createWebhookHandler, first, memoryStore, on, reply, sessions } from "botwire";
import { conversation, isoDate } from "botwire/conversations";
import { options } from "./options"; // yours: { baseUrl, token, path }

const booking = conversation("booking", async ({ ask, choose }) => {
  const date = await ask("Which date?", { parse: isoDate, otherwise: "Please write it as 2026-12-24." });
  const guests = await ask.integer("How many guests?", { min: 1, max: 12, otherwise: "Please write a number from 1 to 12." });
  const room = await choose("Which room?", ["garden", "hall"]);
  return `Booked the ${room} for ${guests} on ${date}.`;
});

/** A real bot keeps sessions in a database: memory is lost when the isolate ends. */
const store = memoryStore();

export const handler = sessions(
  { store, by: "both" },
  first(
    booking,
    commands({ book: (_message, _command, context) => booking.start(context) }),
    on({ message: { text: (message) => reply(message, "Send /book to book a room.") } }),
  ),
);

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /book
// < Which date?
// > tomorrow
// < Please write it as 2026-12-24.
// > 2026-12-24
// < How many guests?
// > 3
// < Which room?
// > [garden]
// < Booked the garden for 3 on 2026-12-24.
