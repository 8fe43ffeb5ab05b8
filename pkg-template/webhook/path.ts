// Secret paths, in the form in which they are compared.

/**
 * Returns the bytes of the path of a URL, decoded, each as a character, because clients and platforms escape different
 * characters. Each escape is decoded by itself. Other characters stay unchanged, and the result need not be UTF-8.
 */
export const decodePath = (path: string): string => {
  // Encoding and decoding would not change it.
  if (/^[\w/.~-]*$/.test(path)) return path;
  try {
    const encoded = encodeURIComponent(path);
    // A percent sign of the original path that begins an escape.
    return unescape(path.includes("%") ? encoded.replace(/%25(?=[\da-f]{2})/gi, "%") : encoded);
  } catch {
    return path;
  }
};

/** Returns a path in the form in which it is compared. */
export const pathnameOf = (path: string): string => decodePath(new URL(`https://path.invalid${path}`).pathname);
