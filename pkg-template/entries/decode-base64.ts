// Base64 as bytes.

/** The bytes; by a loop where the platform has no decoder of its own, as a callback for each takes several times as long. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const platform = Uint8Array as typeof Uint8Array & { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
  if (platform.fromBase64) return platform.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
