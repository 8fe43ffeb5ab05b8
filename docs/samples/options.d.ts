import type { BotOptions, WebhookOptions } from "botwire";

/**
 * The options that a bot usually reads from its environment. Here: `baseUrl` and `token` of the emulator in this page,
 * its `fetch`, the secret `path` of the webhook, and an `onError` that shows errors of the handler on this page.
 */
export declare const options: WebhookOptions & BotOptions & { readonly path: string };

/** The options of a bot: `baseUrl`, `token` and `fetch`. */
export declare const service: BotOptions;
