//! A process with the webhooks of both bots. When it is killed, it does nothing more, and does not drop its futures.

use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use botwire::client::Bot;
use botwire::webhook::{AfterError, AtDeadline, Cause, Order, Returned, Task, Webhook};

use crate::schedule::{BOTS, Settings};
use crate::world::{Exact, Line, TOKENS, World, index};

pub struct Process {
    /// A number that is never reused.
    pub number: usize,
    pub webhooks: Vec<Webhook>,
    pub tasks: Arc<Mutex<Vec<Task>>>,
    pub frozen_until: u64,
}

impl Process {
    pub fn new(world: &World, settings: Settings, number: usize) -> Self {
        let tasks: Arc<Mutex<Vec<Task>>> = Arc::default();
        let webhooks = (0..BOTS).map(|bot| webhook(world, settings, number, bot, &tasks)).collect();
        Self { number, webhooks, tasks, frozen_until: 0 }
    }

    /// Polls the tasks that continue after the answers.
    pub fn turn(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().expect("no panic holds it"));
        let pending = |task: &mut Task| match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => true,
            Poll::Ready(()) => false,
        };
        let unfinished: Vec<Task> =
            tasks.into_iter().filter_map(|mut task| pending(&mut task).then_some(task)).collect();
        self.tasks.lock().expect("no panic holds it").extend(unfinished);
    }

    /// Forgets all work of the process, without dropping it.
    pub fn kill(&self) {
        std::mem::take(&mut *self.tasks.lock().expect("no panic holds it")).into_iter().for_each(std::mem::forget);
    }
}

fn webhook(world: &World, settings: Settings, process: usize, bot: usize, tasks: &Arc<Mutex<Vec<Task>>>) -> Webhook {
    let (host, reporter) = (tasks.clone(), world.clone());
    let line = Line { world: world.clone(), process };
    let client = Bot::with_transport("https://emulator.invalid", TOKENS[bot], line).expect("a bot");
    let mut webhook = Webhook::new("/hook/secret")
        .bot(client)
        .store(Exact { world: world.clone(), process })
        .returned(if settings.calls { Returned::Call } else { Returned::Inline })
        .at_deadline(if settings.retries { AtDeadline::Retry } else { AtDeadline::Accept })
        .on_error(move |failure| {
            let mut record = reporter.record();
            let at = index(bot, failure.update_id.0);
            record.shown.push(format!("{failure} {failure:?}"));
            record.failed_late[at] += u32::from(failure.is_late);
            record.failed_calls[at] += u32::from(matches!(failure.cause, Cause::Call(_)));
            match &failure.cause {
                _ if settings.on_error_handles => AfterError::Handled,
                Cause::Handler(_) | Cause::Attempts(_) => AfterError::Retry,
                _ => AfterError::Usual,
            }
        });
    if settings.has_host {
        webhook = webhook.wait_until(move |task| host.lock().expect("no panic holds it").push(task));
    }
    if settings.in_order { webhook.in_order(Order::by_chat()) } else { webhook }
}
