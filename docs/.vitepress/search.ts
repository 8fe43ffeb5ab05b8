// The words of the search: forms of a word are one, and a word finds its synonyms.

/**
 * Processes one word of a page or of a query. VitePress sends this function to the browser as text, so it refers to nothing
 * outside of it.
 */
export function processTerm(term: string): string | string[] {
  const stem = (word: string): string => {
    // Names of the code, such as `callback_data` or `sendVideoNote`, have no forms.
    // The action "typing" has nothing to do with types, and scenes have nothing to do with scenarios.
    if (/^(?:typing|scenes?)$/.test(word)) return word.replace(/s$/, "");
    if (!/^[a-z]{4,}$/.test(word)) return word.toLowerCase();
    const base = word.replace(/ies$/, "y").replace(/(?<=[a-z]{3})(?:(?<=ss|x|ch|sh)es|(?<![su])s)$/, "");
    const verb = base.replace(/(?<=[aeiouy][a-z]*[a-z])(?:ings?|ed|ers?)$/, "");
    const short = verb === base ? base : verb.replace(/([bdgmnprt])\1$/, "$1");
    return short.replace(/ation$/, "at").replace(/(?:e?ment|(?<=[a-z]{3})e)$/, "");
  };
  // The words of one line mean the same to a reader who searches.
  const synonyms = [
    "i18n l10n internationalization localization translation translate language locale multilingual gettext",
    "pagination menu submenu",
    "tunnel ngrok expose",
    "throttle throttling ratelimit flood antiflood",
    "log logging logger logs",
    "monitoring monitor observability metrics alert alarm uptime prometheus grafana",
    "health healthcheck liveness readiness heartbeat",
    "docker container dockerfile kubernetes",
    "systemd pm2 daemon supervisor vps",
    "rotate rotation revoke leaked",
    "ci pipeline actions workflow",
    "deploy deployment hosting publish",
    "dialog dialogue wizard scene conversation fsm state",
    "mock stub fake emulator",
    "broadcast newsletter mailing bulk",
    "tls ssl",
    "retry backoff",
    "quick tutorial beginner",
    "scheduled cron schedule scheduler reminder",
    "session persistence",
    "store storage database db",
    "album mediagroup",
    "admin ban kick mute",
    "hears regex regexp pattern",
    "order concurrency sequential sequentialize race",
    "typing ai llm chatgpt gpt openai",
    "webapp miniapp telegramwebapp",
    "troubleshooting debug debugging",
  ];
  const found = stem(term.toLowerCase());
  const line = synonyms.map((words) => words.split(" ").map(stem)).find((words) => words.includes(found));
  return line && line[0] !== found ? [found, line[0]!] : found;
}

/**
 * Splits a text into words. An option of a program, such as `--state`, is one word of a query, so that the option is found and not
 * what has to do with a state. VitePress sends this function to the browser as text, too.
 */
export function tokenize(text: string): string[] {
  return text.match(/(?<!-)--\p{L}[\p{L}\p{N}-]*|[^\n\r\p{Z}\p{P}]+/gu) ?? [];
}
