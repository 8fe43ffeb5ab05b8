//! The list of actions, and the functions that parse and run them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::inspection::GetChat; // not the method
#[allow(clippy::wildcard_imports)] // the list names them all
use super::*;
use crate::emulator::http::{Parameters, UPLOAD};
use crate::emulator::prelude::*;
use crate::types::input_file::provide;
#[cfg(all(any(test, feature = "render"), not(web)))]
use crate::wire::ObjectDescriptor;
use crate::wire::read::forgetting;
use crate::wire::{Wire, read};

/// The parameters of an action.
pub trait Act: Wire + Serialize + Into<Action> {
    /// Name of the action in `/user/act/<name>` and in `Emulator.act()` of the npm package.
    const NAME: &'static str;
    /// The result.
    type Output: Serialize;

    /// Runs the action.
    #[doc(hidden)]
    fn done(self, service: &mut Service) -> Result<Self::Output, Refusal>;
}

/// An action, as documentation and typings show it.
#[cfg(all(any(test, feature = "render"), not(web)))]
pub(crate) struct ActionTable {
    pub name: &'static str,
    pub parameters: &'static ObjectDescriptor,
    /// The TypeScript type of the result.
    #[cfg_attr(not(feature = "render"), allow(dead_code))] // only the renderer reads it
    pub result: &'static str,
}

macro_rules! actions {
    ($(
        $variant:ident $name:literal:
        $function:path, $parameters:ident $(($resolved:ident))? => $result:ty, $typescript:literal;
    )*) => {
        /// An action with its parameters. Its form in serde is an object of one member, such as
        /// `{"write": {"text": "hello"}}`.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[non_exhaustive]
        #[allow(clippy::large_enum_variant, missing_docs)] // the structs are documented
        pub enum Action {
            $(#[serde(rename = $name)] $variant($parameters),)*
        }

        $(
            impl Act for $parameters {
                const NAME: &'static str = $name;
                type Output = $result;

                fn done(self, service: &mut Service) -> Result<$result> {
                    $(let $resolved = self.$resolved(service)?;)?
                    $function(service, $($resolved,)? self)
                }
            }

            impl From<$parameters> for Action {
                fn from(parameters: $parameters) -> Self {
                    Self::$variant(parameters)
                }
            }
        )*

        static DONE: &[(&str, fn(&mut Service, Value) -> Result<String>)] = &[$(($name, done::<$parameters>)),*];

        /// All actions.
        #[cfg(all(any(test, feature = "render"), not(web)))]
        pub(crate) const ACTIONS: &[ActionTable] = &[$(ActionTable {
            name: $name,
            parameters: <$parameters>::table(),
            result: $typescript,
        }),*];

        impl Action {
            /// Parses the action with this name.
            ///
            /// # Errors
            /// If the action does not exist, or a parameter is unknown, missing or of the wrong kind.
            pub fn read(name: &str, parameters: Value) -> Result<Self, Refusal> {
                match name {
                    $($name => read(parameters).map(Self::$variant),)*
                    _ => Err(unknown(name)),
                }
            }
        }
    };
}

actions! {
    AddBot "add_bot": people::add_bot, NewBot => NamedBot, "NamedBot";
    AddUser "add_user": Service::add_user, NewUser => User, "User";
    Game "game": people::game, SetGame => True, "true";
    AddChat "add_chat": chats::add_chat, NewChat => Chat, "Chat";
    Write "write": sending::write, Write(place) => Seen, "SeenMessage";
    Send "send": sending::send, Sending(place) => Seen, "SeenMessage";
    LogIn "log_in": sending::log_in, LogIn(place) => Seen, "SeenMessage";
    Edit "edit": messages::edit, Edit(place) => Seen, "SeenMessage";
    Delete "delete": messages::delete, Delete(place) => True, "true";
    Forward "forward": messages::forward, Forward(place) => Seen, "SeenMessage";
    Press "press": pressing::press, PressButton(place) => Pressed, "Pressed";
    Query "query": inspection::query, GetQuery => QueryState, "QueryState";
    Type "type": inline::type_inline, TypeInline => TypedInline, "TypedInline";
    Choose "choose": inline::choose, Choose(place) => Seen, "SeenMessage";
    Switch "switch": inline::switch_to_bot, SwitchToBot => Seen, "SeenMessage";
    Invoice "invoice": payments::invoice, GetInvoice(place) => InvoiceTerms, "InvoiceTerms";
    Pay "pay": payments::pay, Pay(place) => Paying, "Paying";
    Ship "ship": payments::ship, Ship => True, "true";
    Payment "payment": payments::payment, GetPayment => PaymentState, "PaymentState";
    Join "join": chats::join, Join => Chat, "Chat";
    Leave "leave": chats::leave, Leave(member) => True, "true";
    Block "block": people::block, Block => True, "true";
    Unblock "unblock": people::unblock, Unblock => True, "true";
    Add "add": chats::add, AddMember => True, "true";
    Remove "remove": chats::remove, RemoveMember(member) => True, "true";
    Promote "promote": chats::promote, Promote(member) => True, "true";
    Restrict "restrict": chats::restrict, Restrict(member) => True, "true";
    Title "title": chats::set_title, SetTitle(member) => True, "true";
    Photo "photo": chats::set_photo, SetPhoto(member) => True, "true";
    Pin "pin": chats::pin, Pin(member) => True, "true";
    InviteLink "invite_link": chats::invite_link, InviteLink(member) => String, "string";
    ProfilePhoto "profile_photo": people::profile_photo, SetProfilePhoto => True, "true";
    Rename "rename": people::rename, RenameUser => User, "User";
    RemoveUser "remove_user": people::remove_user, RemoveUser => True, "true";
    RemoveChat "remove_chat": chats::remove_chat, RemoveChat => True, "true";
    Migrate "migrate": chats::migrate, Migrate => Chat, "Chat";
    Messages "messages": messages::messages, GetMessages(place) => Vec<Seen>, "SeenMessage[]";
    Message "message": messages::message, GetMessage(place) => Option<Seen>, "SeenMessage | null";
    Edits "edits": messages::edits, GetEdits(place) => Vec<SeenEdit>, "SeenEdit[]";
    Chat "chat": inspection::chat, GetChat(place) => Chat, "Chat";
    Chats "chats": inspection::chats, GetChats => Vec<Chat>, "Chat[]";
    Bots "bots": inspection::bots, GetBots => Vec<NamedBot>, "NamedBot[]";
    Users "users": inspection::users, GetUsers => Vec<User>, "User[]";
    Queue "queue": inspection::queue, GetQueue => Vec<Value>, "Update[]";
    Members "members": inspection::members, GetMembers => Vec<ChatMember>, "ChatMember[]";
    Keyboard "keyboard": inspection::keyboard, GetKeyboard(place) => Option<ReplyMarkup>, "ReplyMarkup | null";
    Action "action": inspection::action, GetAction(place) => Option<ChatAction>, "ChatAction | null";
    Fault "fault": inspection::fault, InjectFault => u64, "number";
    Faults "faults": inspection::faults, GetFaults => Vec<Value>, "InjectedFault[]";
    ClearFaults "clear_faults": inspection::clear_faults, ClearFaults => True, "true";
    Host "host": inspection::host, HostFile => True, "true";
}

fn done<A: Act>(service: &mut Service, parameters: Value) -> Result<String> {
    Ok(text(&read::<A>(parameters)?.done(service)?))
}

/// Not inlined, so that it exists once per result type and not once per action.
#[inline(never)]
fn text<T: Serialize>(result: &T) -> String {
    serde_json::to_string(result).unwrap_or_default()
}

fn read<A: Act>(parameters: Value) -> Result<A> {
    read::value::<A>(&parameters).map_err(|fault| fault.in_field(A::NAME).into())
}

/// The action that stores an update of any kind. It has no table.
const DELIVER: &str = "deliver";
/// The action that fixes the result of a method. It has no table, because a result may be of any kind.
const ANSWER: &str = "answer";
/// The action that returns all fixed results.
const ANSWERS: &str = "answers";

#[cold]
fn unknown(name: &str) -> Refusal {
    Refusal::unknown("unknown act: ", name, DONE.iter().map(|(name, _)| *name))
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut actions = serde_json::Map::deserialize(deserializer)?.into_iter();
        match (actions.next(), actions.next()) {
            (Some((name, parameters)), None) => {
                Self::read(&name, parameters).map_err(|refusal| D::Error::custom(refusal.description))
            }
            _ => Err(D::Error::custom("expected an object of one action")),
        }
    }
}

impl Service {
    /// Runs an action of a user, or a query of a test.
    ///
    /// # Errors
    /// If the service does not let the user do it.
    pub fn act<A: Act>(&mut self, now: Time, action: A) -> Result<A::Output, Refusal> {
        self.at(now);
        action.done(self)
    }

    /// Runs an [`Action`] by its name, with parameters as on the wire. A file is an [`Upload`](crate::emulator::Upload)
    /// in the field `file`.
    ///
    /// # Errors
    /// If the action does not exist, a parameter is unknown, missing or of the wrong kind, or the service does not let
    /// the user do it.
    pub fn act_by_name(&mut self, now: Time, name: &str, input: impl Into<Parameters>) -> Result<Value, Refusal> {
        let text = self.act_in_text(now, name, input.into())?;
        serde_json::from_str(&text).map_err(|error| Refusal::new(500, error.to_string()))
    }

    /// Runs an action by its name, and returns the result as JSON text.
    pub(crate) fn act_in_text(&mut self, now: Time, name: &str, mut input: Parameters) -> Result<String> {
        if name == DELIVER {
            return self.deliver_parameters(now, input.values).map(|id| id.to_string());
        }
        if name == ANSWER || name == ANSWERS {
            self.at(now);
            return if name == ANSWER {
                self.fix_answer(input.values).map(|()| true.to_string())
            } else {
                Ok(self.answers())
            };
        }
        let (files, values) = (input.take_files(), Value::Object(input.values));
        let (_, done) = DONE.iter().find(|(known, _)| *known == name).ok_or_else(|| unknown(name))?;
        self.at(now);
        forgetting(!self.state.compat, || provide(UPLOAD, files, || done(self, values)))
    }
}
