// Evaluates Stryker's report: the number of caught mutants, and survivors without a reason in `survivors.mjs`.
import { SURVIVORS } from "./survivors.mjs";

const CAUGHT = ["Killed", "Timeout"];
const MISSED = ["Survived", "NoCoverage"];

/** The line of a mutant without and with its change; of a change over several lines the first one. */
function linesOf(source, { location: { start, end }, replacement }) {
  const lines = source.split("\n");
  const line = lines[start.line - 1];
  const rest = lines[end.line - 1].slice(end.column - 1);
  const [first, ...others] = `${line.slice(0, start.column - 1)}${replacement}${rest}`.split("\n");
  return { line: line.trim(), becomes: (others.length > 0 ? `${first} …` : first).trim() };
}

/** All mutants of a report, each with its file, its lines and how it ended; `time-limit.cjs` ends some of them by time. */
export const mutantsOf = ({ files }) =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({
      file,
      number: mutant.location.start.line,
      status: /takes too long/.test(mutant.statusReason) ? "Timeout" : mutant.status,
      ...linesOf(source, mutant),
    })),
  );

const isListed = ({ file, line, becomes }, mutant) =>
  file === mutant.file && line === mutant.line && (becomes === undefined || [becomes].flat().includes(mutant.becomes));

/** Counts mutants, except those listed with a reason and those that do not load. */
export function scoreOf(report) {
  const mutants = mutantsOf(report);
  const count = (statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const missed = mutants.filter(({ status }) => MISSED.includes(status));
  const survivors = missed.filter((mutant) => !SURVIVORS.some((entry) => isListed(entry, mutant)));
  const files = new Set(mutants.map(({ file }) => file));
  const stale = SURVIVORS.filter((entry) => files.has(entry.file) && !missed.some((mutant) => isListed(entry, mutant)));
  const hasLine = ({ file, line }) => report.files[file].source.split("\n").some((other) => other.trim() === line);
  const gone = stale.filter((entry) => !hasLine(entry));
  return { mutants: mutants.length, caught: count(CAUGHT), timeouts: count(["Timeout"]), listed: missed.length - survivors.length, survivors, stale, gone };
}
