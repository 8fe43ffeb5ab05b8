// The output of a program, in lines.

import type { OutputLine } from "../emulator/core/results.js";

/** The number of stored lines. */
const MOST_LINES = 1000;
/** The length from which a line is split, in characters. */
const LONGEST = 8_000;

/** The latest lines of both streams, in the order in which they came. */
export class OutputLines {
  readonly #now: () => number;
  readonly #onLine: (line: OutputLine) => void;
  readonly #lines: OutputLine[] = [];
  /** The lines that have not ended yet. */
  readonly #rests = { stdout: "", stderr: "" };
  #last = 0;

  constructor(now: () => number, onLine: (line: OutputLine) => void) {
    this.#now = now;
    this.#onLine = onLine;
  }

  get lines(): readonly OutputLine[] {
    return this.#lines;
  }

  /** Returns a function that takes the bytes of a stream. */
  reader(stream: OutputLine["stream"]): (bytes: Uint8Array) => void {
    const decoder = new TextDecoder();
    return (bytes) => {
      const parts = (this.#rests[stream] + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
      const rest = parts.pop() ?? "";
      for (const text of parts) this.#add(stream, text);
      this.#rests[stream] = rest;
      if (rest.length > LONGEST) this.#flush(stream);
    };
  }

  /** Ends the lines that have not ended. */
  flush(): void {
    this.#flush("stdout");
    this.#flush("stderr");
  }

  #flush(stream: OutputLine["stream"]): void {
    if (this.#rests[stream] !== "") this.#add(stream, this.#rests[stream]);
    this.#rests[stream] = "";
  }

  #add(stream: OutputLine["stream"], text: string): void {
    const line = { number: (this.#last += 1), time: this.#now(), stream, text: text.slice(0, LONGEST) };
    this.#lines.push(line);
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
    this.#onLine(line);
  }
}
