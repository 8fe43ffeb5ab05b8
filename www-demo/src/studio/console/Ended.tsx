// The banner while the program of the bot does not run.
import "./console.css";
import { Icon } from "../../shell/icons.tsx";
import type { Desk } from "../desk.ts";
import { clockTime } from "../story/format.ts";
import { plainText } from "./ansi.ts";
import { groupsOf } from "./output.ts";

/** Lines that are shown. */
const LAST_LINES = 3;
/** Lines before the end in which the name of an error is looked for: its stack comes after it. */
const STACK_LINES = 40;
/** The line that names an error: JavaScript, Python, Rust, Go. */
const ERROR = /^(Uncaught )?[\w.]*(Error|Exception)\b|^thread .* panicked at|^panic: /;

/** The last lines of a program, or those from its last error on. */
function lastLines(lines: readonly string[]): readonly string[] {
  const written = lines.filter((text) => text.trim() !== "").slice(-STACK_LINES);
  const error = written.findLastIndex((text) => ERROR.test(text));
  const from = Math.max(0, Math.min(written.length - LAST_LINES, error < 0 ? Infinity : error));
  return written.slice(from, from + LAST_LINES);
}

export function Ended({ desk }: { desk: Desk }) {
  const status = desk.world.program.status.value;
  if (status === undefined || status.running) return null;
  const lines = desk.world.program.lines.value;
  const last = lastLines(lines.slice(-4 * STACK_LINES).map(({ text }) => plainText(text)));
  const handled = groupsOf(lines.slice(-1), desk.blocks.value).at(-1)?.block;
  const how = status.code === 127 ? "could not be started" : status.signal !== undefined ? `ended with ${status.signal}` : `ended with exit code ${status.code}`;
  return (
    <aside class="ended" aria-label="The bot has ended">
      <Icon name="alert" size={18} />
      <p>
        <b>Your bot {how}</b> at {clockTime(status.time)}
        {handled && status.time - handled.time < 60_000 && <>, after <button type="button" class="link" onClick={() => (desk.choose({ block: handled.key }), (desk.goal.value = handled.key))}>{handled.view.kind} {handled.view.excerpt.slice(0, 40)}</button></>}.
        {status.watched && " It starts again after a change of its files."}
      </p>
      <span class="ended-acts">
        <button type="button" class="btn small primary" onClick={() => void desk.client.attempt(() => desk.world.restartProgram())}><Icon name="reset" size={14} /> Restart</button>
        <button type="button" class="btn small" onClick={() => ((desk.tab.value = "console"), (desk.part.value = "wire"), desk.choose(undefined))}>Console</button>
      </span>
      {last.length > 0 && <pre tabIndex={0} aria-label="Its last lines">{last.join("\n")}</pre>}
    </aside>
  );
}
