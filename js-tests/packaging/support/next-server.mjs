// The part of `next/server` that the example of Next.js uses.

/** The promises that the server waits for after its responses. */
export const kept = [];

export const after = (promise) => void kept.push(promise);
