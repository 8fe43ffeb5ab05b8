// The questions on a terminal.
import { createInterface } from "node:readline";
import { Failure } from "./failure.js";

/** Asks questions over these streams. `ask` goes on until `check` accepts the answer; an empty answer is the default. */
export function questions(input, output) {
  const lines = createInterface({ input, output });
  const waiting = [];
  const read = [];
  let isClosed = false;
  lines.on("line", (line) => (waiting.shift()?.resolve ?? ((text) => read.push(text)))(line));
  lines.once("close", () => {
    isClosed = true;
    for (const { reject } of waiting) reject(new Failure("nothing was created"));
  });
  const line = () =>
    new Promise((resolve, reject) => {
      if (read.length > 0) resolve(read.shift());
      else if (isClosed) reject(new Failure("nothing was created"));
      else waiting.push({ resolve, reject });
    });

  async function ask(question, standard, check) {
    for (;;) {
      if (!isClosed) {
        lines.setPrompt(`${question} (${standard}): `);
        lines.prompt();
      }
      const answer = (await line()).trim() || standard;
      try {
        return check(answer);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        output.write(`  ${error.message}\n`);
      }
    }
  }

  /** Asks for one of several, by name or number; the first is the default. */
  async function choose(question, choices) {
    const names = Object.keys(choices);
    const width = Math.max(...names.map((name) => name.length));
    output.write(`${question}\n${names.map((name, at) => `  ${at + 1}  ${name.padEnd(width)}  ${choices[name]}\n`).join("")}`);
    return ask("Name or number", names[0], (answer) => {
      const name = names[Number(answer) - 1] ?? answer;
      if (!names.includes(name)) throw new Failure(`expected a number from 1 to ${names.length} or a name, got ${answer}`);
      return name;
    });
  }

  return { ask, choose, close: () => lines.close() };
}
