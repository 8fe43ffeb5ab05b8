// Who is in a chat.
import type { ChatMember } from "botwire";

/** Whether somebody with that status is in the chat. */
export const isIn = (status: string): boolean => !["left", "kicked"].includes(status);

/** Whether a user or bot is among the members. */
export const isPresent = (members: readonly ChatMember[], id: number): boolean => isIn(members.find(({ user }) => user.id === id)?.status ?? "left");
