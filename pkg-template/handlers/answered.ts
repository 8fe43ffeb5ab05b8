// Answers a callback query that its handler did not answer.
import type { BotContext, HandlerResult, HandlerReturn } from "../updates/context.js";
import { isPassed } from "../updates/pass.js";

/** Runs the handler of a callback query, and answers the query without a text if neither the handler nor its call did. */
export async function answered(context: BotContext<any>, run: (context: BotContext<any>) => HandlerReturn): Promise<HandlerResult> {
  let isAnswered = false;
  const answer = (params?: any): any => {
    isAnswered = true;
    return context.answer(params);
  };
  const result = await run(context.with({ answer }) as BotContext<any>);
  const isAnswer = /^answerCallbackQuery$/i.test(`${(result as { method?: unknown } | undefined)?.method}`);
  if (!isPassed(result) && !isAnswered && !isAnswer) context.answer();
  return result;
}
