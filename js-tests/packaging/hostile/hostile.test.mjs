// The table of hostile requests against the servers of Deno, Bun and Vercel's edge runtime; Node and workerd are in webhook.
import { OPTIONS, SLOW } from "../../webhook/hostile.mjs";
import { withstands } from "../../webhook/withstands.mjs";
import { project } from "../support/project.mjs";
import { SERVERS } from "./servers.mjs";

const folder = await project(import.meta.url);
const start = (name) => (deadlineMs) => SERVERS[name](folder, { ...OPTIONS, deadlineMs });

withstands("Deno", start("Deno"));
// Bun's server treats everything after the first slash as the path, and hides the rest from the program.
withstands("Bun", start("Bun"), { except: ["a whole URL with the path behind #"] });
// This server cannot make a Request of TRACE, so the program never gets it. Its `text()` skips two byte order marks.
withstands("edge-runtime", start("edge-runtime"), { except: [...SLOW, "the verb TRACE", "two byte order marks"] });
