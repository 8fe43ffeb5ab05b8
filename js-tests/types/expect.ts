// Assertions for the type tests: a type is exactly another.

/** True if two types are the same. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles for `true` only. */
export type Assert<T extends true> = T;
