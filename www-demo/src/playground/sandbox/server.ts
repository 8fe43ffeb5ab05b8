/** The address of the bot. Requests to it are handled in this page. */
export const SERVER = "https://bot.test";
