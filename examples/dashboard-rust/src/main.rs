//! A dashboard in Rust: shows the bot, and sends messages. A reload keeps the service and the chat. The token stays in the
//! memory of the page.

use botwire::client::{Bot, Error, from_js, to_js};
use botwire::types::{ChatRef, User};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

fn main() {
    leptos::mount::mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let bot = RwSignal::new_local(None::<Bot>);
    let Fields { service, chat } = Fields::load();
    let (service, chat) = (RwSignal::new(service), RwSignal::new(chat));
    Effect::new(move || Fields { service: service.get(), chat: chat.get() }.save());
    view! {
        <h1>"Dashboard"</h1>
        <Connect bot service />
        {move || bot.get().map(|bot| view! { <Send bot chat /> })}
    }
}

/// The fields that a reload keeps, as a JavaScript object in the browser's history.
#[derive(Default, Serialize, Deserialize)]
struct Fields {
    service: String,
    chat: String,
}

impl Fields {
    fn load() -> Self {
        let state = window().history().and_then(|history| history.state());
        state.ok().and_then(|state| from_js(state).ok()).unwrap_or_default()
    }

    fn save(&self) {
        if let (Ok(history), Ok(state)) = (window().history(), to_js(self)) {
            // Fails only if the page is in a frame that must not change its history.
            let _ = history.replace_state(&state, "");
        }
    }
}

async fn connect(service: String, token: String) -> Result<(Bot, User), Error> {
    let bot = Bot::new(&service, &token)?;
    let me = bot.get_me().await?;
    Ok((bot, me))
}

/// A form for the service and the token. It provides the bot after `get_me` has succeeded.
#[component]
fn Connect(bot: RwSignal<Option<Bot>, LocalStorage>, service: RwSignal<String>) -> impl IntoView {
    let token = RwSignal::new(String::new());
    let action = Action::new_local(move |(): &()| async move {
        match connect(service.get_untracked(), token.get_untracked()).await {
            Ok((connected, me)) => {
                bot.set(Some(connected));
                format!("I am {}.", me.first_name)
            }
            Err(error) => error.to_string(),
        }
    });
    view! {
        <form on:submit=move |event| { event.prevent_default(); action.dispatch_local(()); }>
            <label>"Service " <input type="url" required bind:value=service /></label>
            <label>"Token " <input type="password" required autocomplete="off" bind:value=token /></label>
            <button>"Connect"</button>
            <output>{move || action.value().get()}</output>
        </form>
    }
}

/// A form that sends a text to a chat.
#[component]
fn Send(bot: Bot, chat: RwSignal<String>) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let action = Action::new_local(move |(): &()| {
        let bot = bot.clone();
        async move {
            match bot.send_message(target(&chat.get_untracked()), text.get_untracked()).await {
                Ok(message) => format!("Message {} was sent.", message.message_id),
                Err(error) => error.to_string(),
            }
        }
    });
    view! {
        <form on:submit=move |event| { event.prevent_default(); action.dispatch_local(()); }>
            <label>"Chat " <input required bind:value=chat /></label>
            <label>"Text " <input required bind:value=text /></label>
            <button>"Send"</button>
            <output>{move || action.value().get()}</output>
        </form>
    }
}

/// A chat by its identifier, or by a name such as `@channel`.
fn target(chat: &str) -> ChatRef {
    chat.trim().parse::<i64>().map_or_else(|_| chat.trim().into(), ChatRef::from)
}
