// The parts of Node that the emulator's entry, server and command use. Their users have Node's own types.
// The glue of a class names Symbol.dispose.
/// <reference lib="esnext.disposable" />
declare module "node:fs" {
  export function readdirSync(folder: string | URL, options: { recursive: true }): string[];
  export function existsSync(path: string): boolean;
  export function accessSync(path: string): void;
  export interface FSWatcher {
    on(event: "error", listener: (error: Error) => void): this;
    close(): void;
  }
  export function watch(folder: string, options: { recursive: true }, listener: () => void): FSWatcher;
  export function readFileSync(file: string | URL): Uint8Array<ArrayBuffer>;
  export function openSync(file: string, flags: "w", mode: number): number;
  export function writeFileSync(descriptor: number, data: Uint8Array): void;
  export function fsyncSync(descriptor: number): void;
  export function closeSync(descriptor: number): void;
  export function realpathSync(path: string): string;
  export function renameSync(from: string, to: string): void;
  export function rmSync(file: string, options: { force: true }): void;
  export function statSync(file: string, options: { bigint: true; throwIfNoEntry: false }): { readonly mtimeNs: bigint; readonly size: bigint } | undefined;
}
declare module "node:child_process" {
  interface Output {
    on(event: "data", listener: (bytes: Uint8Array) => void): void;
    /** Absent in some runtimes. */
    unref?(): void;
  }
  export interface ChildProcess {
    once(event: "error", listener: (error: Error) => void): void;
    once(event: "exit", listener: (code: number | null, signal: string | null) => void): void;
    once(event: "close", listener: () => void): void;
    off(event: "close", listener: () => void): void;
    readonly stdout: Output | null;
    readonly stderr: Output | null;
    kill(signal?: "SIGKILL"): boolean;
    unref(): void;
  }
  export function spawn(
    command: string,
    parameters: readonly string[],
    options: { stdio: "ignore"; detached: true } | { stdio: readonly ["inherit" | "ignore", "pipe", "pipe"]; env: Record<string, string | undefined>; shell: boolean },
  ): ChildProcess;
}
declare module "node:path" {
  export function join(...paths: string[]): string;
}
declare module "node:buffer" {
  export const Buffer: {
    from(text: string, encoding: "base64"): Uint8Array<ArrayBuffer>;
    from(bytes: Uint8Array): { toString(encoding: "base64"): string };
    concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
  };
}
declare const __dirname: string;
declare module "node:http" {
  export interface IncomingMessage extends AsyncIterable<Uint8Array<ArrayBuffer>> {
    readonly method?: string;
    readonly url?: string;
    readonly headers: {
      readonly "content-type"?: string;
      readonly range?: string;
      readonly host?: string;
      readonly origin?: string;
      readonly "sec-fetch-site"?: string;
      readonly "last-event-id"?: string;
      readonly "accept-encoding"?: string | string[];
    };
    readonly socket: { readonly localAddress?: string; once(event: "close", listener: () => void): unknown };
  }
  export interface ServerResponse {
    readonly headersSent: boolean;
    readonly destroyed: boolean;
    once(event: "close", listener: () => void): this;
    writeHead(status: number, headers: Record<string, string | number>): this;
    readonly writableLength: number;
    write(chunk: Uint8Array | string, written?: () => void): boolean;
    end(body?: Uint8Array): void;
    destroy(): void;
  }
  export interface Server {
    keepAliveTimeout: number;
    once(event: "error", listener: (error: Error) => void): this;
    on(event: "clientError", listener: (error: { code?: string; rawPacket?: Uint8Array }, socket: Socket) => void): this;
    on(event: "connect", listener: (request: IncomingMessage, socket: Socket) => void): this;
    on(event: "checkExpectation", listener: (request: IncomingMessage, response: ServerResponse) => void): this;
    off(event: "error", listener: (error: Error) => void): this;
    listen(port: number, host: string, listening: () => void): void;
    address(): { address: string; family: string; port: number };
    close(closed: () => void): void;
    closeAllConnections(): void;
  }
  export interface Socket {
    readonly writable: boolean;
    end(text: string): void;
    destroy(): void;
  }
  export function createServer(
    options: { maxHeaderSize: number; requireHostHeader: boolean },
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): Server;
}
declare module "node:zlib" {
  export function gzipSync(bytes: Uint8Array): Uint8Array;
}
declare module "node:crypto" {
  export function randomBytes(size: number): { toString(encoding: "base64url"): string };
}
declare module "node:util" {
  export type ParsedOption = { type: "string"; default?: string } | { type: "string"; multiple: true; default: string[] } | { type: "boolean"; default: boolean };
  export function parseArgs(config: { args: string[]; options: Record<string, ParsedOption>; allowPositionals: true; strict?: boolean; tokens?: true }): {
    positionals: string[];
    values: Record<string, unknown>;
    tokens: { kind: "option" | "positional" | "option-terminator"; index: number }[];
  };
}
declare module "node:process" {
  const process: {
    readonly platform: string;
    readonly argv: string[];
    readonly env: Record<string, string | undefined>;
    exitCode?: number;
    readonly stdout: { write(text: string | Uint8Array, written?: () => void): void; readonly isTTY?: boolean };
    readonly stderr: { write(text: string | Uint8Array): void };
    readonly stdin: {
      readonly isTTY?: boolean;
      setRawMode?(isRaw: boolean): void;
      on(event: "data", listener: (bytes: Uint8Array) => void): void;
      off(event: "data", listener: (bytes: Uint8Array) => void): void;
      pause(): void;
    };
    exit(code?: number): never;
    readonly pid: number;
    once(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): void;
  };
  export default process;
}
