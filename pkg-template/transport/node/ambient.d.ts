// The part of Node that its transport uses.
declare module "node:http" {
  export interface ClientResponse {
    readonly statusCode: number;
    readonly headers: { readonly [name: string]: string | string[] | undefined };
    readonly readableEnded: boolean;
    readonly errored: Error | null;
    readonly destroyed: boolean;
    read(): Uint8Array<ArrayBuffer> | null;
    unshift(chunk: Uint8Array): void;
    on(event: "data", listener: (chunk: Uint8Array<ArrayBuffer>) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    on(event: "readable" | "end" | "close" | "error", listener: () => void): this;
    off(event: string, listener: () => void): this;
    destroy(): void;
  }
  export interface ClientSocket {
    destroy(): void;
  }
  export interface ClientRequest {
    readonly destroyed: boolean;
    readonly writableFinished: boolean;
    readonly reusedSocket: boolean;
    on(event: "response", listener: (response: ClientResponse) => void): this;
    on(event: "connect", listener: (response: ClientResponse, socket: ClientSocket) => void): this;
    on(event: "error", listener: (error: Error & { code?: string; syscall?: string }) => void): this;
    on(event: "close" | "drain" | "information", listener: () => void): this;
    write(chunk: Uint8Array): boolean;
    end(body?: string | Uint8Array): void;
    destroy(error?: Error): void;
  }
  export interface Agent {
    readonly sockets: { readonly [name: string]: readonly ClientSocket[] | undefined };
    keepSocketAlive(socket: ClientSocket): boolean;
    readonly freeSockets: { readonly [name: string]: readonly ClientSocket[] | undefined };
    destroy(): void;
    createConnection(options: object, connected?: (error: Error | null, socket?: ClientSocket) => void): ClientSocket | undefined;
  }
  export interface Client {
    request(options: object): ClientRequest;
    readonly Agent: new (options: object) => Agent;
  }
  const http: Client;
  export default http;
}
declare module "node:https" {
  import type { Client } from "node:http";
  const https: Client;
  export default https;
}
declare module "node:zlib" {
  import type { ClientResponse } from "node:http";
  const zlib: {
    createGunzip(options: object): ClientResponse;
    createInflate(options: object): ClientResponse;
    createInflateRaw(options: object): ClientResponse;
    createBrotliDecompress(options: object): ClientResponse;
    readonly constants: Readonly<Record<string, number>>;
  };
  export default zlib;
}
declare module "node:stream" {
  import type { ClientResponse } from "node:http";
  export function pipeline(from: ClientResponse, to: ClientResponse, done: () => void): void;
}
