// Commands: a name, arguments, the parameter of a deep link.
import { commandOf, createWebhookHandler, on, reply } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

export const handler = on({
  message: (message) => {
    const found = commandOf(message);
    if (!found) return;
    const { command, args, payload } = found;
    switch (command) {
      case "start":
        return reply(message, payload ? `Welcome! You come from ${payload}.` : "Hello! Try /add 2 3");
      case "add": {
        const [a, b] = args.split(" ").map(Number);
        if (a === undefined || b === undefined || Number.isNaN(a + b)) return reply(message, "Send two numbers: /add 2 3");
        return reply(message, `${a} + ${b} = ${a + b}`);
      }
      default:
        return reply(message, `I do not know /${command}.`);
    }
  },
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /start
// < Hello! Try /add 2 3
// > /add 2 3
// < 2 + 3 = 5
// > /start friend_42
// < Welcome! You come from friend_42.
// > /fly
// < I do not know /fly.
