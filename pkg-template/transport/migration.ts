// The chat of a call, if it has become a supergroup.
import { CHAT_PARAMETERS } from "../policy.js";

/**
 * Returns the chat of a call that has become the supergroup. Returns `undefined` if it may be either of two, as in
 * `forwardMessage` between groups, because the service does not say which. Only groups migrate. Their identifiers are below 0,
 * and they have no usernames.
 */
export function movedChat(params: Record<string, unknown>, supergroup: number): number | undefined {
  const groups = new Set(CHAT_PARAMETERS.map((name) => Number(params[name])).filter((chat) => chat < 0));
  groups.delete(supergroup);
  return groups.size === 1 ? [...groups][0] : undefined;
}

/** Returns the parameters with the supergroup instead of the group. */
export const inSupergroup = (params: Record<string, unknown>, group: number, supergroup: number): Record<string, unknown> => {
  const moved = CHAT_PARAMETERS.filter((name) => Number(params[name]) === group);
  return { ...params, ...Object.fromEntries(moved.map((name) => [name, supergroup])) };
};
