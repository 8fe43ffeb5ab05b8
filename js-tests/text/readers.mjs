// How the service reads marked-up text, as specified: written for these tests, from the spec alone.

const NAMED = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

function decoded(text) {
  return text.replace(/&[^;\s]*;?/g, (reference) => {
    if (NAMED[reference]) return NAMED[reference];
    throw new Error(`a literal & in ${text}`);
  });
}

/** The parts of HTML text: { text, tag?, href? }. Throws for anything the spec does not allow. */
export function readHtml(source) {
  const parts = [];
  let rest = source;
  while (rest !== "") {
    const tag = /^<(b|strong|i|em|code|pre|a)(?: href="([^"<>]*)")?>([^<>]*)<\/\1>/.exec(rest);
    const plain = /^[^<>]+/.exec(rest);
    if (!tag && !plain) throw new Error(`no tag of the spec, or a nested one: ${rest}`);
    const [whole, name, href, inner] = tag ?? [plain[0], undefined, undefined, plain[0]];
    const part = { text: decoded(inner) };
    if (name) part.tag = name;
    if (href !== undefined) part.href = decoded(href);
    parts.push(part);
    rest = rest.slice(whole.length);
  }
  return parts;
}

const MARKS = [["pre", "```", "```"], ["bold", "*", "*"], ["italic", "_", "_"], ["code", "`", "`"]];

/** The parts of Markdown text: { text, kind?, url? }. A backslash takes the meaning of the mark after it, outside of entities. */
export function readMarkdown(source) {
  const parts = [];
  const add = (text, more) => {
    const last = parts.at(-1);
    if (!more && last && last.kind === undefined) last.text += text;
    else parts.push({ text, ...more });
  };
  let rest = source;
  while (rest !== "") {
    const escaped = /^\\([_*`[])/.exec(rest);
    const link = /^\[([^\]]*)\]\(([^)]*)\)/.exec(rest);
    const [kind, open, close] = MARKS.find(([, mark]) => rest.startsWith(mark)) ?? [];
    let length = 1;
    if (escaped) {
      add(escaped[1]);
      length = 2;
    } else if (link) {
      add(link[1], { kind: "link", url: link[2] });
      length = link[0].length;
    } else if (kind) {
      const end = rest.indexOf(close, open.length);
      if (end < 0) throw new Error(`${kind} does not end: ${rest}`);
      const inner = rest.slice(open.length, end);
      add(kind === "pre" ? inner.replace(/^[\w+#.-]*\n/, "") : inner, { kind });
      length = end + close.length;
    } else {
      if (rest.startsWith("[")) throw new Error(`a link does not end: ${rest}`);
      add(rest[0]);
    }
    rest = rest.slice(length);
  }
  return parts;
}
