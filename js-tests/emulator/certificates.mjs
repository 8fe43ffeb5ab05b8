// Certificates of authorities, servers and themselves, valid for any time.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { temporary } from "../support/temporary.mjs";

const DAY_MS = 86_400_000;

const CONFIGURATION = `[ca]
default_ca = d
[d]
database = index.txt
new_certs_dir = .
default_md = sha256
policy = p
rand_serial = yes
unique_subject = no
[p]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
`;

/** Makes certificates in a folder of its own. `issue(host, { by, days, isAuthority })` returns `{ key, cert, file }`. */
export function authority() {
  const folder = temporary();
  const openssl = (...parameters) => execFileSync("openssl", parameters, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  writeFileSync(join(folder, "index.txt"), "");
  let count = 0;
  return function issue(host, { by, days = 90, isAuthority = false } = {}) {
    const name = `c${++count}`;
    const server = `[${name}]\nsubjectAltName = DNS:${host}\n`;
    writeFileSync(join(folder, "ca.cnf"), `${CONFIGURATION}${server}`);
    openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", `${name}.key`);
    openssl("req", "-new", "-key", `${name}.key`, "-subj", `/CN=${host}`, "-out", `${name}.csr`);
    const end = Date.now() + days * DAY_MS;
    const time = (millis) => `${new Date(millis).toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
    const signer = by ? ["-keyfile", `${by.name}.key`, "-cert", `${by.name}.pem`] : ["-selfsign", "-keyfile", `${name}.key`];
    const dates = ["-startdate", time(end - 100 * DAY_MS), "-enddate", time(end)];
    openssl("ca", "-batch", "-config", "ca.cnf", ...signer, "-in", `${name}.csr`, "-out", `${name}.pem`, "-notext", ...dates, "-extensions", isAuthority ? "authority" : name);
    const [key, cert] = [`${name}.key`, `${name}.pem`].map((file) => readFileSync(join(folder, file)));
    return { name, key, cert, file: join(folder, `${name}.pem`) };
  };
}
