// Secret paths, as they are compared.

/**
 * The bytes of the path of a URL, decoded, each as a character: clients and platforms escape different characters of it.
 * Each escape counts by itself: what is not an escape stays as it is, and need not be UTF-8.
 */
export const decodePath = (path: string): string => {
  try {
    const encoded = encodeURIComponent(path);
    // A percent sign that was one before, and begins an escape.
    return unescape(path.includes("%") ? encoded.replace(/%25(?=[\da-f]{2})/gi, "%") : encoded);
  } catch {
    return path;
  }
};

/** A path as it is compared. */
export const pathnameOf = (path: string): string => decodePath(new URL(`https://path.invalid${path}`).pathname);
