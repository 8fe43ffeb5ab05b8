// Game with high scores: a game, its page, a scoreboard.
import { Bot, call, createWebhookHandler, isApiError, on } from "botwire";
import { options, service } from "./options"; // yours: { baseUrl, token, path }, and { baseUrl, token }

const GAME = "taps";
export const bot = new Bot(service);

export const handler = on({
  message: async ({ chat, text, from, reply_to_message }) => {
    if (text === "/top" && from && reply_to_message?.game) {
      const target = { chat_id: chat.id, message_id: reply_to_message.message_id };
      const scores = await bot.getGameHighScores({ ...target, user_id: from.id });
      const lines = scores.map(({ position, user, score }) => `${position}. ${user.first_name}: ${score}`);
      return call.sendMessage({ chat_id: chat.id, text: lines.join("\n") || "Nobody has played yet." });
    }
    return call.sendGame({ chat_id: chat.id, game_short_name: GAME });
  },

  // The user pressed Play. The answer is the URL of the game, which tells the page the player and the message.
  callback_query: ({ from, message, inline_message_id }, { answer }) => {
    const url = new URL("https://bot.test/taps");
    url.searchParams.set("user_id", String(from.id));
    if (inline_message_id) url.searchParams.set("inline_message_id", inline_message_id);
    if (message) {
      url.searchParams.set("chat_id", String(message.chat.id));
      url.searchParams.set("message_id", String(message.message_id));
    }
    return answer({ url: url.href });
  },
});

/** Handles `POST /score`, which the page of the game sends to the bot's server. A real bot would sign the URL of the page. */
async function saveScore(request: Request): Promise<Response> {
  const { user_id, score, ...target } = await request.json();
  try {
    await bot.setGameScore({ user_id, score, ...target });
    return Response.json({ isBest: true });
  } catch (error) {
    // The service refuses a score that is not above the user's best one.
    if (!isApiError(error)) throw error;
    return Response.json({ isBest: false });
  }
}

const webhook = createWebhookHandler({ bot, path: options.path, onError: options.onError }, handler);

export default {
  fetch: (request: Request) => (new URL(request.url).pathname === "/score" ? saveScore(request) : webhook(request)),
};

// Try it:
// bot Arcade @arcade_bot
// > Let us play
// < Tap tap tap
// in the group > Who is the best?
// > [Play]
// > [Start tapping]
// > [Finish now]
// < 1. Alice - 1
