// One listener for each signal, however many calls use it: Node warns about more than ten listeners of one signal.
import type { SignalLike } from "../platform.js";

/** The functions to call when a signal is aborted, and the listener that calls them. */
interface Following {
  readonly functions: Set<() => void>;
  readonly listener: () => void;
}

const followed = new WeakMap<SignalLike, Following>();

/** Calls a function when the signal is aborted. Returns a function that ends this. */
export function onAbort(signal: SignalLike, run: () => void): () => void {
  let following = followed.get(signal);
  if (!following) {
    const functions = new Set<() => void>();
    following = { functions, listener: () => functions.forEach((each) => each()) };
    signal.addEventListener("abort", following.listener);
    followed.set(signal, following);
  }
  const { functions, listener } = following;
  functions.add(run);
  return () => {
    if (!functions.delete(run) || functions.size > 0) return;
    followed.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}
