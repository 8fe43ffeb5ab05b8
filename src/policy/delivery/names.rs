//! The words of the rules: events, actions, inner steps, and the bits of a state.

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $word:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $word,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$word,)*];
            /// Their names, in the same order.
            pub const NAMES: &[&str] = &[$(stringify!($word),)*];
        }
    };
}

words! {
    /// An event of an update. Its driver tells the machine.
    Event {
        /// A valid update has arrived.
        Start,

        // The claim.
        /// The update belongs to this delivery.
        Owned,
        /// The same, and this is the last attempt.
        OwnedLast,
        /// The same, but all attempts were used up: by processes that died.
        OwnedOver,
        /// Another delivery of the update is in flight.
        Busy,
        /// The update is done, and no response is remembered.
        Done,
        /// The update is done, and its response is remembered.
        DoneRemembered,
        /// The claim has ended without a key after `Cancel`, with whatever result. A key that came all the same is `Owned`.
        Cancelled,

        // Any operation of a store.
        /// It failed and can be repeated.
        StoreFailed,
        /// It failed and is not repeated any more: no time is left, or the lease has ended.
        StoreOver,

        // Inside the handler.
        /// The handler begins to wait for a turn or for a session.
        WaitBegan,
        /// The wait has ended, with or without a result.
        WaitOver,
        /// A call of `context.bot` that is not idempotent was started.
        Effect,
        /// A session change is to be saved with the update.
        Staged,
        /// `answer()` has given the answer to the query. It was checked. Without a bot, `answer()` fails after the
        /// response, and after a call was returned.
        Answered,

        // The end of the handler.
        /// It returned nothing.
        ReturnedNothing,
        /// It returned a call.
        ReturnedCall,
        /// It returned the answer to its query.
        ReturnedAnswer,
        /// The handler or the check of its call failed in a store.
        ThrewStore,
        /// The same, with a failure that may pass: of the network, 429, 5xx.
        ThrewPassing,
        /// The same, with a failure that a second run would repeat.
        ThrewLasting,
        /// The returned call and the answer are valid.
        Checked,
        /// `onError` returned nothing.
        ReportedPlain,
        /// `onError` returned "retry".
        ReportedRetry,
        /// `onError` returned "handled".
        ReportedHandled,
        /// The store has saved what it was asked to save, without the text of the response.
        Saved,
        /// The same, and it remembers the text of the response.
        SavedRemembered,
        /// The store has saved nothing: the update or a session belongs to another delivery.
        SaveRefused,
        /// The returned call succeeded as an ordinary call.
        Sent,
        /// The returned call failed as an ordinary call, after its own retries.
        SendFailed,
        /// Everything that was held is released.
        Released,

        // From outside, at any time.
        /// The time to respond is over.
        Deadline,
        /// The client has closed the connection before a response.
        Gone,
        /// The program is about to end: `poll` gives up what waits.
        Stop,
        /// The lease of a held key has ended or belongs to another delivery.
        LeaseLost,
        /// The host has dropped the delivery. Its last actions are started, and no result comes back.
        Dropped,
    }
}

words! {
    /// What the driver does. Actions of one step are started in their order; none of them is awaited before the next one.
    Action {
        /// Claims the update.
        Claim,
        /// Repeats the last operation of the store after a pause, or when it may have become free.
        AskAgain,
        /// Ends the claim early. `Cancelled` or `Owned` follows.
        Cancel,
        /// Runs the handler.
        Run,
        /// Makes the waits inside the handler fail.
        CancelWait,
        /// Aborts the signal of the handler later, because it runs beyond the response.
        SignalLater,
        /// Checks the returned call and the answer.
        Check,
        /// Calls `onError` and waits for its result. The handler will run again.
        ReportRetry,
        /// Calls `onError` and waits for its result. The handler will not run again.
        ReportLast,
        /// Calls `onError` and ignores its result.
        Tell,
        /// Saves that the update is done.
        SaveDone,
        /// The same, with the text of the response.
        SaveDoneRemember,
        /// Saves the staged sessions and that the update is done: in one operation if they share a store, otherwise sessions
        /// first.
        SaveAll,
        /// The same, with the text of the response.
        SaveAllRemember,
        /// Sends the returned call as an ordinary call.
        Send,
        /// Sends the answer to the query as an ordinary call. No event follows.
        SendAnswer,
        /// Responds with 200 without content; `poll` confirms the update.
        RespondOk,
        /// Responds with the returned call. Without one, with the answer to the query.
        RespondContent,
        /// Responds with the remembered text.
        RespondRemembered,
        /// Responds with 503; `poll` handles the update again after a pause.
        RespondAgain,
        /// Releases what is held, if anything: turns, and the update unless it is saved as done. The attempt stays counted.
        Release,
        /// The same, and the attempt is not counted.
        ReleaseRefund,
    }
}

/// Inner steps: ends that several events share.
pub const STEPS: [&str; 10] =
    ["returned", "commit", "deliver", "finish", "release", "end", "failStore", "failPassing", "failLasting", "late"];

/// The bits of a state. Those of a group exclude each other: setting one clears the others.
pub const BITS: [&str; 26] = [
    // The phase.
    "New",
    "Claiming",
    "Running",
    "Checking",
    "Reporting",
    "Committing",
    "Sending",
    "Releasing",
    "Ended",
    // The response: none yet, 200, 503. A client that has left counts as the last one: the service got no response.
    "open",
    "ok",
    "again",
    // The answer to the query, from `answer()`: kept, or sent or given up.
    "pending",
    "out",
    // The handler returned a call that was neither in the response nor given up.
    "call",
    // A turn or a session inside the handler is awaited.
    "waits",
    // Given up while it waited. The result of the handler is dropped, unless it had an effect.
    "givenUp",
    // A second run would repeat what the handler has done.
    "effect",
    // No further attempt after this one.
    "last",
    "leaseLost",
    // Session changes are to be saved.
    "staged",
    // After the report, the update comes again.
    "willRetry",
    // The failure uses up the attempt.
    "counts",
    // The configuration.
    "accepts",
    "inline",
    "sends",
];

/// The groups, as masks.
pub const GROUPS: [u32; 3] = [0b1_1111_1111, 0b111 << 9, 0b11 << 12];
