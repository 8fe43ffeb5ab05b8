// The chat of a call that has become a supergroup.
import { CHAT_PARAMETERS } from "../policy.js";

/**
 * The one of a call's chats that has become the supergroup; undefined where it may be either of two, as in `forwardMessage`
 * from a group to another: the service does not say which. Only groups do, and theirs are the identifiers below 0; usernames
 * belong to supergroups and channels.
 */
export function movedChat(params: Record<string, unknown>, supergroup: number): number | undefined {
  const groups = new Set(CHAT_PARAMETERS.map((name) => Number(params[name])).filter((chat) => chat < 0));
  groups.delete(supergroup);
  return groups.size === 1 ? [...groups][0] : undefined;
}

/** Puts the supergroup in place of the group. */
export function moveChat(params: Record<string, unknown>, group: number, supergroup: number): void {
  for (const name of CHAT_PARAMETERS) if (Number(params[name]) === group) params[name] = supergroup;
}
