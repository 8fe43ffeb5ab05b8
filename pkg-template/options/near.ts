// Misspelt names.

/**
 * Returns the known name that a name is a misspelling of: a part of one or two letters differs (one in short names), or the end is
 * missing.
 */
export function misspelt(name: string, known: readonly string[]): string | undefined {
  return known.find((other) => {
    const [least, most] = [name.length, other.length].sort((one, another) => one - another) as [number, number];
    let start = 0;
    while (start < least && name[start] === other[start]) start++;
    let end = 0;
    while (end < least - start && name.at(-1 - end) === other.at(-1 - end)) end++;
    const differing = most - start - end;
    return differing > 0 && (differing <= (most < 7 ? 1 : 2) || (start === name.length && start > 3));
  });
}
