// The parts of Node that only the commands use, in addition to those of ../emulator/ambient.d.ts.
declare module "node:fs" {
  export function readdirSync(folder: string): string[];
  export function mkdirSync(folder: string, options: { recursive: true; mode: number }): void;
}
declare module "node:crypto" {
  export function createHash(algorithm: "sha256"): { update(bytes: Uint8Array): { digest(encoding: "hex"): string } };
}
declare module "node:util" {
  /** Missing before Node 20.12. */
  export const parseEnv: ((text: string) => Record<string, string>) | undefined;
}
declare module "node:url" {
  export function pathToFileURL(path: string): URL;
}
declare module "node:path" {
  export function resolve(...paths: string[]): string;
  export function basename(path: string): string;
}
declare module "node:tls" {
  export interface PeerCertificate {
    readonly valid_from?: string;
    readonly valid_to?: string;
    readonly subject?: { readonly CN?: string | string[] };
  }
  export interface TLSSocket {
    readonly authorized: boolean;
    readonly authorizationError: string | Error | null;
    getPeerCertificate(): PeerCertificate;
    setTimeout(millis: number, elapsed: () => void): void;
    once(event: "secureConnect", listener: () => void): void;
    once(event: "error", listener: (error: Error) => void): void;
    destroy(): void;
  }
  export function connect(options: { host: string; port: number; servername?: string; rejectUnauthorized: false }): TLSSocket;
}
declare module "node:net" {
  export interface Socket {
    once(event: "connect", listener: () => void): void;
    once(event: "error", listener: (error: Error) => void): void;
    destroy(): void;
  }
  export function connect(port: number, host: string): Socket;
}
