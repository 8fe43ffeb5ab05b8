/** The address of a bot that has no server: requests to it are answered in this page. */
export const SERVER = "https://bot.test";
