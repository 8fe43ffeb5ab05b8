// How bots in other libraries get the address of the service: lines of examples/emulator-any-bot, with the address in them.

interface Library {
  readonly name: string;
  readonly code: (url: string) => string;
  readonly note?: string;
}

const LATER = "Start the emulator with --compat for a client of today.";

export const LIBRARIES: readonly [Library, ...Library[]] = [
  { name: "botwire", code: (url) => `const bot = new Bot({ baseUrl: "${url}", token: process.env.BOT_TOKEN });` },
  { name: "grammY", note: LATER, code: (url) => `const bot = new Bot(process.env.BOT_TOKEN, { client: { apiRoot: "${url}" } });` },
  { name: "telegraf", note: LATER, code: (url) => `const bot = new Telegraf(process.env.BOT_TOKEN, { telegram: { apiRoot: "${url}" } });` },
  {
    name: "python-telegram-bot", note: LATER,
    code: (url) => `service = "${url}"\nbuilder = Application.builder().token(os.environ["BOT_TOKEN"]).base_url(f"{service}/bot").base_file_url(f"{service}/file/bot")`,
  },
  { name: "aiogram", note: LATER, code: (url) => `bot = Bot(os.environ["BOT_TOKEN"], session=AiohttpSession(api=TelegramAPIServer.from_base("${url}")))` },
  { name: "Go", note: `With go-telegram-bot-api. ${LATER}`, code: (url) => `bot, err := tgbotapi.NewBotAPIWithAPIEndpoint(os.Getenv("BOT_TOKEN"), "${url}/bot%s/%s")` },
  { name: "teloxide", note: LATER, code: (url) => `let bot = Bot::new(std::env::var("BOT_TOKEN")?).set_api_url("${url}".parse()?);` },
  {
    name: "curl", note: "Without a library.",
    code: (url) => `curl ${url}/bot<token>/getUpdates\ncurl ${url}/bot<token>/setWebhook -d url=http://127.0.0.1:3000/`,
  },
];
