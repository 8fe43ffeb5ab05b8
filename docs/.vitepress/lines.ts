// Lines of code that are too long for the page wrap: not within an option such as `--port`, and the rest of each line stands to the
// right of its beginning.

interface Text {
  readonly type: "text";
  readonly value: string;
}

interface Element {
  readonly type: "element";
  readonly tagName: string;
  readonly properties: Record<string, unknown>;
  children: (Element | Text)[];
}

const OPTION = /((?<![^\s>])--?\w[\w-]*)/;

/** Returns a text as elements: those of the class do not wrap. */
const unbroken = (part: Element | Text): (Element | Text)[] => part.type === "text"
  ? part.value.split(OPTION).map((value, at): Element | Text => at % 2 === 0
    ? { type: "text", value }
    : { type: "element", tagName: "span", properties: { class: "unbroken" }, children: [{ type: "text", value }] })
  : [part];

const textOf = (part: Element | Text): string => (part.type === "text" ? part.value : part.children.map(textOf).join(""));

/** The transformer of blocks of code. Adds the indentation of a line as a property of its style. */
export const hangingLines = {
  line(this: { readonly options: { readonly lang: string } }, line: Element): void {
    const indent = /^ */.exec(textOf(line))![0].length;
    if (indent > 0) line.properties["style"] = `--indent:${indent}ch`;
    if (!/^(sh|bash|console)$/.test(this.options.lang)) return;
    for (const part of line.children) if (part.type === "element") part.children = part.children.flatMap(unbroken);
  },
};

/** Returns the HTML of code within a sentence, whose options do not wrap. */
export const inlineCode = (html: string): string => html.replace(new RegExp(OPTION, "g"), '<span class="unbroken">$1</span>');
