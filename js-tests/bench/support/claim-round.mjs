// One round of one of several programs that claim the same keys.

export const LEASE_MS = 15_000;
export const TTL_SECONDS = 86_400;

export function throughBotwire(store) {
  return {
    claim: async (key) => (await store.claim(key, LEASE_MS)).owner,
    settle: (key, owner) => store.settle(key, owner, TTL_SECONDS),
  };
}

/** How many keys a program tries at once, as with so many updates in flight. */
const AT_ONCE = 16;

/** Claims and settles the keys with these numbers, each tried by two of the programs; returns the numbers that it has settled. */
export async function claimRound({ claim, settle }, name, [from, count, every, offset]) {
  const handled = [];
  let next = from;
  const work = async () => {
    while (next < from + count) {
      const index = next++;
      if (![offset, (offset + 1) % every].includes(index % every)) continue;
      const key = `7:update:${name}-${index}`;
      const owner = await claim(key);
      if (owner !== undefined && (await settle(key, owner))) handled.push(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return handled;
}
