//! The user's side of payments: paying an invoice, choosing how it is shipped, confirming.

use serde_json::Value;

use super::answer::Refusal;
use super::chat::ChatKey;
use super::clock::{SECOND, Time};
use super::codes::check_country;
use super::json::Members;
use super::message::{Content, Record};
use super::parameters::Parameters;
use super::payments::{Object, Payment, Stage, sum};
use super::queries::{Query, QueryKind};
use super::service::Service;

/// How long a bot has to answer a pre-checkout query.
const CHECKOUT: i64 = 10 * SECOND;

/// The address of a user who is given none.
const ADDRESS: [(&str, &str); 6] = [
    ("country_code", "US"),
    ("state", "Illinois"),
    ("city", "Springfield"),
    ("street_line1", "1 Main Street"),
    ("street_line2", ""),
    ("post_code", "62701"),
];

impl Service {
    /// A user pays an invoice: the number of the payment. What the invoice needs and `given` lacks
    /// is made up.
    pub(super) fn pay(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        id: i64,
        given: &Parameters,
    ) -> Result<u64, Refusal> {
        let record = self.record(chat, id).and_then(|record| Some((record.sender(), record.rest.as_ref()?)));
        let (bot, rest) = record
            .filter(|(_, rest)| !rest.invoice.is_empty())
            .ok_or_else(|| Refusal::bad_request("message is no invoice"))?;
        let invoice = rest.invoice.clone();
        let settles = |payment: &Payment| (payment.chat, payment.invoice_id, payment.stage) == (chat, id, Stage::Paid);
        if self.payments.all.values().any(settles) {
            return Err(Refusal::bad_request("invoice is paid already"));
        }
        let terms: Object = serde_json::from_str(&invoice).unwrap_or_default();
        let terms = Parameters::from(terms);
        let order_info = self.order_info(user, &terms, given)?;
        let flexible = terms.is_true("is_flexible") && terms.is_true("need_shipping_address");
        self.payments.last += 1;
        let number = self.payments.last;
        let total = sum(terms.values.get("prices")).unwrap_or(0);
        let stage = if flexible { Stage::Shipping } else { Stage::Checkout };
        let (options, option, error) = Default::default();
        let payment = Payment {
            user,
            bot,
            chat,
            invoice_id: id,
            invoice,
            order_info,
            total,
            stage,
            options,
            option,
            error,
            deadline: now,
            message_id: 0,
        };
        let info: Object = serde_json::from_str(&payment.order_info).unwrap_or_default();
        self.payments.all.insert(number, payment);
        if !flexible {
            self.check_out(now, number);
            return Ok(number);
        }
        let address = info.get("shipping_address").map(Value::to_string).unwrap_or_default();
        let query = self.ask_about(now, bot, user, QueryKind::Shipping, number);
        let update = Members::new()
            .text("id", &query)
            .json("from", &self.show_person(user))
            .text("invoice_payload", terms.text("payload").unwrap_or_default())
            .json("shipping_address", &address);
        self.push(now, bot, user, "shipping_query", &update.object());
        Ok(number)
    }

    fn ask_about(&mut self, now: Time, bot: i64, user: i64, kind: QueryKind, payment: u64) -> String {
        let about = payment.to_string();
        self.ask(now, Query { kind, bot, user, about, is_game: false, answer: String::new() })
    }

    /// What the user tells about the order: what the invoice needs, and no more.
    fn order_info(&self, user: i64, terms: &Parameters, given: &Parameters) -> Result<String, Refusal> {
        let person = self.person(user);
        let name = person.map_or("", |person| &person.first_name);
        let email = [&user.to_string(), "@user.test"].concat();
        let mut info = Members::new();
        for (need, member, made_up) in [
            ("need_name", "name", name),
            ("need_phone_number", "phone_number", "+10000000000"),
            ("need_email", "email", &email),
        ] {
            if terms.is_true(need) {
                info = info.text(member, given.text(member).unwrap_or(made_up));
            }
        }
        if terms.is_true("need_shipping_address") {
            let given = given.values.get("shipping_address").and_then(Value::as_object);
            let part = |name: &str| given.and_then(|given| given.get(name)?.as_str());
            let mut address = Members::new();
            for (name, made_up) in ADDRESS {
                // Whoever gives an address gives all of it.
                let made_up = if given.is_none() || name == "country_code" { made_up } else { "" };
                address = address.text(name, part(name).unwrap_or(made_up));
            }
            check_country(part("country_code").unwrap_or("US"))?;
            info = info.json("shipping_address", &address.object());
        }
        let info = info.object();
        Ok(if info == "{}" { String::new() } else { info })
    }

    /// The user chooses a shipping option, the first one when none is named.
    pub(super) fn ship(&mut self, now: Time, number: u64, option: Option<&str>) -> Result<(), Refusal> {
        let payment = self.payments.all.get_mut(&number).filter(|payment| payment.stage == Stage::Choosing);
        let payment = payment.ok_or_else(|| Refusal::bad_request("payment has no shipping options to choose"))?;
        let options: Vec<Value> = serde_json::from_str(&payment.options).unwrap_or_default();
        let id = |option: &Value| option.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let chosen = options.iter().find(|known| option.is_none_or(|option| id(known) == option));
        let chosen = chosen.ok_or_else(|| Refusal::bad_request("shipping option not found"))?;
        payment.total = payment.total.saturating_add(sum(chosen.get("prices")).unwrap_or(0));
        payment.option = id(chosen);
        payment.stage = Stage::Checkout;
        self.check_out(now, number);
        Ok(())
    }

    /// The user confirms: the bot has 10 seconds.
    fn check_out(&mut self, now: Time, number: u64) {
        let deadline = now.after(CHECKOUT);
        let Some(payment) = self.payments.all.get_mut(&number) else { return };
        payment.deadline = deadline;
        self.payments.deadlines.insert((deadline, number), ());
        let payment = payment.clone();
        let query = self.ask_about(now, payment.bot, payment.user, QueryKind::PreCheckout, number);
        let start = Members::new().text("id", &query).json("from", &self.show_person(payment.user));
        let update = start.more(&payment.terms());
        self.push(now, payment.bot, payment.user, "pre_checkout_query", &update.object());
    }

    pub(super) fn paid(&mut self, now: Time, number: u64) {
        let charges = [self.random.letters(16), self.random.letters(16)];
        let Some(payment) = self.payments.all.get_mut(&number) else { return };
        payment.stage = Stage::Paid;
        let payment = payment.clone();
        let [platform, provider] = charges;
        let paid = Members::new()
            .more(&payment.terms())
            .text("platform_payment_charge_id", &platform)
            .text("provider_payment_charge_id", &provider)
            .object();
        let members = Members::new().json("successful_payment", &paid).bare();
        let record = Record::new(payment.user, now, Content::Service(members.into()));
        let id = self.publish(now, payment.chat, record);
        if let Some(payment) = self.payments.all.get_mut(&number) {
            payment.message_id = id;
        }
    }

    /// Where a payment stands: `stage`, `total_amount`, `shipping_options`, `error`, `message_id`.
    pub(super) fn show_payment(&self, number: u64) -> Option<String> {
        let payment = self.payments.all.get(&number)?;
        let stage = match payment.stage {
            Stage::Shipping => "shipping",
            Stage::Choosing => "choosing",
            Stage::Checkout => "checkout",
            Stage::Paid => "paid",
            Stage::Failed => "failed",
        };
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let shown = Members::new()
            .text("stage", stage)
            .number("total_amount", payment.total)
            .json("shipping_options", &payment.options)
            .maybe("shipping_option_id", some(&payment.option).as_deref())
            .maybe("error", some(&payment.error).as_deref())
            .maybe_number("message_id", Some(payment.message_id).filter(|id| *id != 0));
        Some(shown.object())
    }
}

impl Payment {
    /// What a pre-checkout query and a successful payment tell alike.
    fn terms(&self) -> String {
        let terms: Object = serde_json::from_str(&self.invoice).unwrap_or_default();
        let terms = Parameters::from(terms);
        Members::new()
            .text("currency", terms.text("currency").unwrap_or_default())
            .number("total_amount", self.total)
            .text("invoice_payload", terms.text("payload").unwrap_or_default())
            .maybe("shipping_option_id", Some(self.option.as_str()).filter(|option| !option.is_empty()))
            .json("order_info", &self.order_info)
            .bare()
    }
}
