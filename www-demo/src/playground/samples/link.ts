// A link that carries the code: in the fragment of the URL, which browsers do not send to any server.

/** Maximum length of a source in a link: a small link could otherwise decompress to more than a page can hold. */
const MAX_CHARACTERS = 200_000;

const base64url = (bytes: Uint8Array<ArrayBuffer>): string => {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

/** The URL of a sample with an edited source. */
export async function linkTo(id: string, source: string): Promise<string> {
  const packed = new Blob([source]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const code = base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
  return `${location.href.replace(/[^/]*#.*|[^/]*$/, "")}#/playground/${id}?code=${code}`;
}

/** The source in a link. @throws Error if the link is damaged. */
export async function sourceIn(code: string): Promise<string> {
  const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let source = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return source;
    source += value;
    if (source.length > MAX_CHARACTERS) throw new Error(`the code of a link has at most ${MAX_CHARACTERS} characters`);
  }
}
