// The options and the help of `botwire emulator`.

import { ACTION_LINES } from "../actions.js";
import { type OptionTable, optionLines } from "./arguments.js";

/** The options, in the order of the help. */
export const EMULATOR_OPTIONS = {
  open: { help: "opens the studio, a chat window, in the browser" },
  port: { value: "<number>", default: "8081", help: "port to listen on; 0 chooses a free one (8081)" },
  host: { value: "<address>", help: "address to listen on (127.0.0.1 and ::1)" },
  token: { value: "<token>", help: "token of the bot (default: a new one each time)" },
  username: { value: "<name>", help: "username of the bot (botwire_bot)" },
  state: { value: "<file>", help: "keeps users, chats and bots across restarts" },
  webhook: { value: "<url>", help: "sets the webhook of the bot" },
  // Shorter than the time after which most clients give up a request, whatever their `timeout`.
  "longest-poll": { value: "<s>", default: "8", help: "longest wait of getUpdates in seconds (8)" },
  watch: { value: "<folder>", isRepeatable: true, help: "restarts the command after a change; repeatable" },
  exit: { help: "ends with the command, with its exit code" },
  compat: { help: "also accepts clients for newer versions" },
  lenient: { help: "accepts loose input, as services do" },
  answer: { value: "<name=json>", isRepeatable: true, help: "fixes the result of a method; repeatable" },
  "secret-header": { value: "<name>", help: "header for the secret_token of setWebhook" },
  "callback-timeout": { value: "<s>", default: "60", help: "time to answer a callback query (60)" },
  strict: { help: "refuses unknown parameters" },
  seed: { value: "<number>", help: "same identifiers, tokens and update_ids each time" },
  quiet: { help: "does not print requests and deliveries" },
  cors: { value: "<origin>", isRepeatable: true, help: "allows web pages of that origin; repeatable" },
  "allow-host": { value: "<name>", isRepeatable: true, help: "accepts this host name too; repeatable" },
  "allow-remote-webhooks": { help: "also calls webhooks on other machines" },
  help: { help: "prints this text; with actions: how to play users" },
} as const satisfies OptionTable;

/** The help. */
export const USAGE = `Usage: botwire emulator [options] [-- <command that starts your bot>]
       botwire emulator play <scenario.json> -- <command that starts your bot>

Runs the bot messaging service on this machine, in memory. With play, it plays
a saved conversation against your bot: botwire emulator play --help.

${optionLines(EMULATOR_OPTIONS)}`;

/** The help on playing users. */
export const ACTIONS = `The studio at <url>/ is a chat with the bot. The same over HTTP:

  curl <url>/user/write -d "a text"            writes to the bot
  curl <url>/user/messages                     shows the chat
  curl <url>/user/act/press -d '{"text":"A"}'  runs an action
  curl <url>/user/act/send -F file=@a.png      sends a file
  curl <url>/user/advance -d 25h               moves the clock
  curl <url>/user/log                          shows calls and deliveries
  curl -N <url>/user/events                    streams events
  curl <url>/user/scenario                     returns the conversation for play

Requests from other machines and pages of other origins are refused. Only
webhooks on this machine are called. No response under /user/ has a token.

A command after --, such as -- node --watch main.js, starts your bot with the
variables SERVICE, BOT_TOKEN and, with --webhook, HOOK_PATH and PORT. With
--seed, a bot that remembers updates ignores those of the next start.

Actions of users: POST /user/act/<name> with the fields as a JSON object.
Fields in brackets are optional.

${ACTION_LINES.join("\n")}

Without message_id, press looks for the button in the last 50 messages, latest
first, and then in the reply keyboard. Without type, the kind of a sent message
follows from its other fields.
`;
