// The objects of the service that appear in the emulator's own interface.

export type { Message, ReplyMarkup, Update, User } from "../types.js";
