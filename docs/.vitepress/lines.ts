// Lines of code that are too long for the page wrap. The rest of each stands to the right of its beginning.

/** Adds the indentation of a line as a property of its style. */
export const hangingLines = {
  line(line: { properties: Record<string, unknown>; children: readonly { children?: readonly { value?: string }[] }[] }): void {
    const text = line.children.map((part) => part.children?.map(({ value = "" }) => value).join("") ?? "").join("");
    const indent = /^ */.exec(text)![0].length;
    if (indent > 0) line.properties["style"] = `--indent:${indent}ch`;
  },
};
