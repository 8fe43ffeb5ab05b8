//! Invariants after each step, checked on a copy without faults.

use botwire::emulator::{Answer, Service, Time};
use serde_json::{Map, Value, json};

use super::world::World;

/// The size limit of a snapshot of the first state, and the growth that each step may cause.
const FIRST_BYTES: usize = 200_000;
const BYTES_OF_STEP: usize = 20_000;

struct Copy {
    service: Service,
    now: Time,
}

impl Copy {
    fn act(&mut self, name: &str, input: Value) -> Result<Value, String> {
        let Value::Object(input) = input else { return Err("no object".to_owned()) };
        self.service.act_by_name(self.now, name, input).map_err(|refusal| format!("{name}: {refusal:?}"))
    }

    /// Status and result of a call.
    fn call(&mut self, token: &str, method: &str, input: Value) -> (u16, Value) {
        let Value::Object(input) = input else { return (0, Value::Null) };
        match self.service.call(self.now, token, method, input) {
            Answer::Ready { status, envelope } => {
                let value: Value = serde_json::from_str(&envelope).expect("an envelope is JSON");
                (status, value["result"].clone())
            }
            other => panic!("{method} without faults gives {other:?}"),
        }
    }
}

pub fn hold(world: &World, steps: usize) -> Result<(), String> {
    let mut copy = Copy { service: world.service.clone(), now: world.now };
    copy.act("clear_faults", json!({}))?;
    let bytes = copy.service.save().len();
    check(bytes < FIRST_BYTES + BYTES_OF_STEP * (steps + 1), || format!("{bytes} bytes after {steps} steps"))?;
    for (_, token) in &world.bots {
        updates(&mut copy, token)?;
    }
    let chats = copy.service.act_by_name(copy.now, "chats", Map::new()).map_err(|refusal| format!("{refusal:?}"))?;
    for chat in chats.as_array().into_iter().flatten() {
        members(&mut copy, &world.bots, chat)?;
    }
    Ok(())
}

fn check(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Updates arrive by webhook or by polling, never both, and their number is the one that the service reports.
fn updates(copy: &mut Copy, token: &str) -> Result<(), String> {
    let (_, info) = copy.call(token, "getWebhookInfo", json!({}));
    let has_webhook = info["url"].as_str().is_some_and(|url| !url.is_empty());
    let pending = info["pending_update_count"].as_u64().ok_or("no count")?;
    // Polling a copy does not confirm updates in the world.
    let mut other = Copy { service: copy.service.clone(), now: copy.now };
    let (status, input) = other.call(token, "getUpdates", json!({ "limit": 100 }));
    check((status == 409) == has_webhook, || format!("webhook {has_webhook}, and getUpdates answers {status}"))?;
    if !has_webhook {
        let ids: Vec<i64> =
            input.as_array().into_iter().flatten().filter_map(|update| update["update_id"].as_i64()).collect();
        check(ids.len() as u64 == pending.min(100), || format!("{pending} are pending, {} come", ids.len()))?;
        // A fault may swap two updates or duplicate one.
        check(ids.iter().all(|id| *id > 0), || format!("identifiers {ids:?}"))?;
    }
    Ok(())
}

/// The number of members of a chat is correct, it has at most one creator, and each user has one status.
fn members(copy: &mut Copy, bots: &[(i64, String)], chat: &Value) -> Result<(), String> {
    let id = &chat["id"];
    if chat["type"] == "private" {
        return Ok(());
    }
    let all = copy.act("members", json!({ "chat": id }));
    let Ok(all) = all else { return Ok(()) };
    let all: Vec<&Value> = all.as_array().into_iter().flatten().collect();
    let mut users: Vec<i64> = all.iter().filter_map(|member| member["user"]["id"].as_i64()).collect();
    let listed = users.len();
    users.sort_unstable();
    users.dedup();
    check(users.len() == listed, || format!("a member twice in {chat}"))?;
    let of = |status: &str| all.iter().filter(|member| member["status"] == status).count();
    check(of("creator") <= 1, || format!("{} creators of {chat}", of("creator")))?;
    for member in &all {
        let rights = member.as_object().into_iter().flatten().filter(|(name, _)| name.starts_with("can_"));
        let has_rights = rights.count() > 0;
        let may = matches!(member["status"].as_str(), Some("administrator" | "restricted"));
        check(!has_rights || may, || format!("rights of a {}", member["status"]))?;
    }
    for (_, token) in bots {
        let (status, count) = copy.call(token, "getChatMembersCount", json!({ "chat_id": id }));
        if status == 200 {
            let present = all.iter().filter(|member| {
                let is_gone = matches!(member["status"].as_str(), Some("left" | "kicked"));
                !is_gone && (member["status"] != "restricted" || member["is_member"] != false)
            });
            let present = present.count() as u64;
            check(count.as_u64() == Some(present), || format!("{count} are counted, {present} are members of {chat}"))?;
            let (_, administrators) = copy.call(token, "getChatAdministrators", json!({ "chat_id": id }));
            let listed = administrators.as_array().into_iter().flatten();
            let strangers =
                listed.filter(|member| !matches!(member["status"].as_str(), Some("creator" | "administrator")));
            check(strangers.count() == 0, || format!("an administrator without the status in {chat}"))?;
        }
    }
    Ok(())
}
