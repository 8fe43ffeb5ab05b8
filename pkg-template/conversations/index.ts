// The entry `botwire/conversations`.
export { conversation, type Conversation, type StartContext } from "./conversation.js";
export { integer, isoDate } from "./parsers.js";
export * from "./types.js";
