// What the type tests assert with: that a type is exactly another.

/** Whether two types are the same. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles for `true` only. */
export type Assert<T extends true> = T;
