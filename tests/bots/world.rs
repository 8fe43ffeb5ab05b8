//! A bot behind a webhook, and a user who writes to it.

use std::sync::{Arc, Mutex};

use botwire::client::Bot;
use botwire::emulator::{Emulator, EmulatorUser, NewBot, NewUser, Options, Press, WebhookResponse};
use botwire::methods::SetWebhook;
use botwire::types::Update;
use botwire::webhook::conversations::{Conversation, Talk, TalkResult, conversation};
use botwire::webhook::stores::{BoxError, MemoryStore};
use botwire::webhook::{Context, Handler, InlineCall, Request, Sessions, Webhook, commands, first, on_message};
use pollster::block_on;
use serde_json::json;

pub struct World {
    pub emulator: Emulator,
    pub bot: Bot,
    pub alice: EmulatorUser,
    /// The causes of failures.
    pub errors: Arc<Mutex<Vec<String>>>,
    pub store: MemoryStore,
}

impl World {
    pub fn new() -> Self {
        let named = NewBot { username: Some("my_bot".to_owned()), ..NewBot::default() };
        let emulator = Emulator::with(Options::default(), [named]).unwrap();
        let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() }).unwrap();
        emulator.bot().call(SetWebhook::new("https://bot.example/hook")).unwrap();
        let (bot, errors, store) = (emulator.client().unwrap(), Arc::default(), MemoryStore::default());
        Self { emulator, bot, alice, errors, store }
    }

    /// Lets a handler answer from now on, as a deployment does. The store stays.
    pub fn deploy<F>(&self, handler: impl Fn(Update, Context) -> F + Clone + Send + 'static)
    where
        F: Future<Output = Result<Option<InlineCall>, BoxError>> + Send + 'static,
    {
        let errors = self.errors.clone();
        let webhook = Webhook::with_store("/hook", self.store.clone()).bot(self.bot.clone());
        let webhook = webhook.on_error(move |failure| errors.lock().unwrap().push(format!("{:?}", failure.cause)));
        self.emulator.on_delivery(move |delivery| {
            let request = Request::new("POST", "/hook").header("Content-Type", "application/json");
            let request = request.body(delivery.body.clone());
            WebhookResponse::from(block_on(webhook.handle(request, handler.clone())))
        });
    }

    /// Writes a text, and returns the text of the bot's next message, or an empty text.
    pub fn ask(&self, text: &str) -> String {
        self.alice.write(text).unwrap();
        self.next()
    }

    /// Returns the text of the bot's next message, or an empty text.
    pub fn next(&self) -> String {
        self.alice.next_message().and_then(|seen| seen.message.text).unwrap_or_default()
    }

    /// Presses a button, and returns the text of the answer to the query.
    pub fn press(&self, text: &str) -> Option<String> {
        let messages = self.alice.messages();
        let seen = messages.iter().rev().find(|seen| seen.reply_markup.is_some()).unwrap();
        let Press::Callback(callback) = self.alice.press(seen, text).unwrap() else { panic!("not a callback button") };
        callback.answer().unwrap().text
    }

    pub fn errors(&self) -> Vec<String> {
        std::mem::take(&mut *self.errors.lock().unwrap())
    }
}

/// A bot whose /go starts a conversation.
pub fn bot(talk: &Conversation) -> Handler {
    let go = talk.clone();
    let routes = commands()
        .route("go", move |_, _, context| {
            let go = go.clone();
            async move { go.start_with(context, json!({ "prefix": ">" })).await }
        })
        .route("help", async |message, _, _| message.reply("help"))
        .route("cancel", async |message, _, _| message.reply("Nothing to cancel."));
    let said =
        on_message(|message| message.text.clone(), async |message, text, _| message.reply(format!("said {text}")));
    first([talk.handler(), routes.into(), said])
}

impl World {
    /// Starts a bot with a conversation, with sessions of the type `u32`.
    pub fn with(talk: &Conversation) -> Self {
        let world = Self::new();
        world.redeploy(talk);
        world
    }

    pub fn redeploy(&self, talk: &Conversation) {
        let sessions = Sessions::<u32>::new(self.store.clone()).by_user_in_chat();
        self.deploy(sessions.around(bot(talk)));
    }

    pub fn of<R: TalkResult + Send, F>(body: impl Fn(Talk) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = R> + Send + 'static,
    {
        Self::with(&conversation("talk", body))
    }

    pub fn asks<const N: usize>(&self, texts: [&str; N]) -> [String; N] {
        texts.map(|text| self.ask(text))
    }
}
