// Membership in a chat.
import type { ChatMember } from "botwire";

/** True if a user with that status is in the chat. */
export const isIn = (status: string): boolean => !["left", "kicked"].includes(status);

export const isPresent = (members: readonly ChatMember[], id: number): boolean => isIn(members.find(({ user }) => user.id === id)?.status ?? "left");
