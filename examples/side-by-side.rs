//! A whole bot in one file. `examples/side-by-side` is the same bot in TypeScript.
use botwire::client::{Bot, Retry};
use botwire::methods::{EditMessageText, SendMessage, SendPhoto};
use botwire::text::Commands;
use botwire::types::{InlineKeyboardMarkup, InputFile, Message, PhotoSize};
use botwire::webhook::conversations::{Conversation, Talk, conversation};
use botwire::webhook::stores::{BoxError, MemoryStore};
use botwire::webhook::{
    CallbackData, Context, Pass, Sessions, first, in_private, on_command, on_message, poll, pressed,
};

const PAGES: [&str; 3] = ["One", "Two", "Three"];

fn form() -> Conversation {
    conversation("form", async |talk: Talk| {
        let name: String = talk.ask("Your name?").await;
        let age: u8 = talk.ask("Your age?").otherwise("A number, please.").await;
        let city: String = talk.ask("Your city?").await;
        format!("{name}, {age}, from {city}. Thank you!")
    })
}

#[derive(CallbackData)]
struct Turn {
    index: usize,
}

fn page(index: usize) -> (&'static str, InlineKeyboardMarkup) {
    let back = index.checked_sub(1).map(|index| Turn { index }.button("Back"));
    let next = (index + 1 < PAGES.len()).then(|| Turn { index: index + 1 }.button("Next"));
    (PAGES.get(index).unwrap_or(&"No such page"), InlineKeyboardMarkup::default().row(back.into_iter().chain(next)))
}

#[derive(Commands)]
enum Command {
    Cancel,
    Add { a: f64, b: f64 },
    Pages,
    Ban,
}

async fn answer(message: Message, command: Command, context: Context) -> Result<SendMessage, BoxError> {
    Ok(match command {
        Command::Cancel => message.reply("Nothing to cancel."),
        Command::Add { a, b } => message.reply(a + b),
        Command::Pages => message.reply(page(0).0).reply_markup(page(0).1),
        Command::Ban => message.reply(ban(&message, context.bot()?).await?),
    })
}

async fn ban(message: &Message, bot: &Bot) -> Result<String, BoxError> {
    let user = message.from.as_ref().filter(|_| message.chat.is_group()).ok_or(Pass)?;
    if !bot.get_chat_member(&message.chat, user).await?.is_administrator() {
        return Ok("Only administrators can do this.".to_owned());
    }
    let replied = message.reply_to_message.as_ref().and_then(|message| message.from.as_ref());
    let Some(target) = replied else { return Ok("Reply to a message of the user with /ban".to_owned()) };
    bot.kick_chat_member(&message.chat, target).await?;
    Ok(format!("{} is banned.", target.first_name))
}

async fn copy(message: Message, photo: PhotoSize, context: Context) -> Result<SendPhoto, BoxError> {
    let bot = context.bot()?;
    let bytes = bot.download(&bot.get_file(photo.file_id).await?).await?.bytes().await?;
    let caption = format!("{} bytes", bytes.len());
    Ok(SendPhoto::new(&message.chat, InputFile::bytes(bytes, "copy.jpg")).caption(caption))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    let bot = Bot::new(&std::env::var("SERVICE")?, &std::env::var("BOT_TOKEN")?)?.retry(Retry::times(3));
    let handler = first([
        form().handler(),
        in_private(form().command("form")),
        pressed(async |query, Turn { index }, _| {
            Some(EditMessageText::of_query(&query, page(index).0)?.reply_markup(page(index).1))
        }),
        on_command(answer),
        on_message(|message| message.photo.as_ref()?.last().cloned(), copy),
    ]);
    let sessions = Sessions::<()>::new(MemoryStore::default()).by_user_in_chat();
    println!("{} is open.", bot.get_me().await?.first_name);
    Ok(poll(&bot, sessions.around(handler)).run(async { drop(tokio::signal::ctrl_c().await) }).await?)
}
