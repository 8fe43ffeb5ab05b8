// Errors in the code, errors when it ran, and its console output.
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../shell/icons.tsx";
import { goal, isFromLink, isPending, judged, panel, play, source } from "./state.ts";
import { lineSpan, markOf, marks } from "./marks.ts";
import type { Report } from "./run/failure.ts";
import { typescriptState } from "./typescript/client.ts";
import type { Span } from "./typescript/messages.ts";

/** The lower end of the code. */
export function Output() {
  const [isOpen, setOpen] = useState(true);
  const reports = play.value?.sandbox.runner.reports.value ?? [];
  const problems = marks.value.filter(({ by, severity }) => by === "TypeScript" && severity === "error");
  const isEmpty = reports.length === 0 && problems.length === 0;
  return (
    <section class="output" aria-label="Problems and output">
      <header class="output-head">
        <Status problems={problems.length} />
        {reports.length > 0 && <button type="button" class="btn small ghost" onClick={() => play.value?.sandbox.runner.clear()}>Clear</button>}
        <button type="button" class="icon-btn small" aria-expanded={isOpen} aria-label={isOpen ? "Hide problems and output" : "Show problems and output"} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? "down" : "up"} size={16} />
        </button>
      </header>
      {isOpen && !isEmpty && (
        <ul class="output-list" tabIndex={0} aria-label="List of problems and output">
          {problems.map((problem, index) => (
            <Line key={`p${index}`} kind="error" icon="alert" text={problem.message} line={problem.line} span={problem} by="TypeScript" />
          ))}
          {[...reports].reverse().map((report) => <ReportLine key={report.id} report={report} />)}
        </ul>
      )}
    </section>
  );
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** The state of the bot: running, and on which code. */
function Status({ problems }: { problems: number }) {
  const runner = play.value?.sandbox.runner;
  const state = runner?.state.value ?? "loading";
  const typescript = typescriptState.value;
  const failures = runner?.failures.value.length ?? 0;
  const isWaiting = isPending.value && typescript === "loading";
  const [style, text] =
    state === "loading" ? ["", "The bot starts…"]
    : isFromLink.value ? ["warn", "The sample runs, and not the code of the link"]
    : isWaiting ? ["", "Runs as soon as TypeScript is there…"]
    : isPending.value ? ["", "Edited…"]
    : state === "broken" ? ["bad", "This edit does not run: the last good bot answers"]
    : failures > 0 ? ["bad", `Runs, but threw ${count(failures, "error")}${problems > 0 ? `, with ${count(problems, "type error")}` : ""}`]
    : problems > 0 ? ["warn", `Runs, with ${count(problems, "type error")}`]
    : ["ok", judged.value === source.value ? "Runs, and TypeScript agrees" : "Runs"];
  return (
    <p class={`status ${style}`} role="status">
      <span class="status-dot" />
      {text}
      {typescript === "loading" && !isWaiting && <span class="muted"> · TypeScript is loading</span>}
      {typescript === "failed" && <span class="muted"> · TypeScript could not be loaded</span>}
    </p>
  );
}

const KINDS: Record<Report["kind"], [icon: IconName, by: string]> = {
  load: ["alert", "When loaded"], run: ["alert", "When run"], validation: ["alert", "Checked by botwire, not sent"], call: ["bolt", "A call failed"],
  log: ["right", "console"], warn: ["info", "console"], error: ["alert", "console"],
};

function ReportLine({ report: { id, kind, text, line, count } }: { report: Report }) {
  const [icon, by] = KINDS[kind];
  const mark = markOf(id);
  const at = mark?.line ?? line;
  const span = mark ?? (at === undefined ? undefined : lineSpan(source.value, at));
  const style = kind === "log" ? "log" : kind === "warn" ? "warn" : "error";
  return <Line kind={style} icon={icon} text={text} line={at} span={span} by={by} count={count} />;
}

interface LineProps {
  kind: "error" | "warn" | "log";
  icon: IconName;
  text: string;
  line: number | undefined;
  span: Span | undefined;
  by: string;
  count?: number;
}

function Line({ kind, icon, text, line, span, by, count = 1 }: LineProps) {
  const go = (): void => {
    panel.value = "code";
    goal.value = span && { from: span.from, to: span.to };
  };
  return (
    <li class={`output-line ${kind}`}>
      <Icon name={icon} size={15} />
      <span class="output-text">{text}{count > 1 && <span class="count">{count}×</span>}<small>{by}</small></span>
      {line !== undefined && <button type="button" class="btn small ghost" onClick={go}>Line {line}</button>}
    </li>
  );
}
