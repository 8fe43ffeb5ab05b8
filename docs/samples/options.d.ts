import type { BotOptions, WebhookOptions } from "botwire";

/**
 * What your own bot reads from its environment. Here: `baseUrl` and `token` of the emulator in this page, its `fetch`,
 * the secret `path` of the webhook, and an `onError` that shows on this page what the handler threw.
 */
export declare const options: WebhookOptions & BotOptions & { readonly path: string };

/** The options of a bot among them: `baseUrl`, `token` and `fetch`. */
export declare const service: BotOptions;
