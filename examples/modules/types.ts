// The types of the bot, declared once. All handlers of the program know them.
export interface Env {
  /** The chat in which the bot reports orders. */
  readonly ORDERS_CHAT?: string | undefined;
}

export interface Session {
  cart: string[];
}

declare module "botwire" {
  interface BotTypes {
    env: Env;
    session: Session;
  }
}
