// The types of the bot of this folder, declared once.
import type {} from "botwire";

export interface Env {
  readonly KEY: string;
}
export interface Session {
  cart: string[];
  visits: number;
}
declare module "botwire" {
  interface BotTypes {
    env: Env;
    session: Session;
    context: { readonly user: { readonly name: string } };
  }
}
