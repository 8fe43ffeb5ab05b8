// Checks of the certificate of a server: its chain, its name and its last day.

import { connect, type PeerCertificate } from "node:tls";

import { describeError } from "../arguments.js";
import type { Examined, Finding } from "./finding.js";

/** Milliseconds after which a server counts as unreachable. */
const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;

/** What a server presents. */
interface Presented {
  readonly certificate: PeerCertificate;
  /** Why it is not trusted, if so. */
  readonly problem: string | undefined;
}

const ADVICE: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its chain is incomplete: let the server send the intermediate certificates too",
  UNABLE_TO_GET_ISSUER_CERT: "its chain is incomplete: let the server send the intermediate certificates too",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its authority is not trusted here, or its chain is incomplete",
  SELF_SIGNED_CERT_IN_CHAIN: "its authority is not trusted here",
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another host name",
  CERT_NOT_YET_VALID: "it is not valid yet: compare the clocks",
};

/** Checks the certificate at a URL. `isCustom` is true if the service was given a certificate of its own for it. */
export async function checkCertificate({ limits, shown }: Examined, check: string, url: string, isCustom = false): Promise<Finding> {
  if (!URL.canParse(url)) return { check, status: "skipped", message: "there is no webhook" };
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "https:") return { check, status: "skipped", message: `${protocol}//${hostname} has no TLS` };
  let presented: Presented;
  try {
    presented = await presentedBy(hostname.replace(/^\[|]$/g, ""), port === "" ? 443 : Number(port));
  } catch (error) {
    return { check, status: "fault", message: shown(`${hostname} cannot be reached by TLS: ${describeError(error)}`) };
  }
  const { certificate, problem } = presented;
  const days = Math.floor((Date.parse(certificate.valid_to ?? "") - Date.now()) / DAY_MS);
  const data = { days, ...(problem !== undefined && { problem }) };
  if (problem === "CERT_HAS_EXPIRED" || days < 0) return { check, status: "fault", message: `the one of ${hostname} has expired ${-days} days ago: renew it`, data };
  const isSelfSigned = problem === "DEPTH_ZERO_SELF_SIGNED_CERT";
  if (isSelfSigned && !isCustom) return { check, status: "fault", message: `the one of ${hostname} is self-signed: pass it with botwire webhook set --certificate, or get one of an authority`, data };
  if (problem !== undefined && !isSelfSigned) return { check, status: "fault", message: `the one of ${hostname} is not accepted: ${ADVICE[problem] ?? problem}`, data };
  if (days < limits.minDays) return { check, status: "warning", message: `the one of ${hostname} ends in ${days} days: renew it`, data };
  return { check, status: "ok", message: `${isSelfSigned ? "self-signed, as registered; " : ""}${days} days left`, data };
}

/** Connects, and returns the certificate whatever it is. */
function presentedBy(host: string, port: number): Promise<Presented> {
  return new Promise((resolve, reject) => {
    // An IP address is not a server name.
    const isAddress = /^[\d.]+$|:/.test(host);
    const socket = connect({ host, port, ...(!isAddress && { servername: host }), rejectUnauthorized: false });
    socket.once("error", reject);
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy();
      reject(new Error(`no answer within ${TIMEOUT_MS / 1000} s`));
    });
    socket.once("secureConnect", () => {
      const { authorized, authorizationError: error } = socket;
      const problem = authorized || error === null ? undefined : typeof error === "string" ? error : ((error as { code?: string }).code ?? error.message);
      resolve({ certificate: socket.getPeerCertificate(), problem });
      socket.destroy();
    });
  });
}
