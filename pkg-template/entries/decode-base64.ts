// Base64 as bytes.

/** Decodes base64. Where the platform has no decoder, by a loop: a callback for each byte takes several times as long. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const platform = Uint8Array as typeof Uint8Array & { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
  if (platform.fromBase64) return platform.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
