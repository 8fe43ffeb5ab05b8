//! The user's side of payments: paying an invoice, choosing how it is shipped, confirming.

use botwire_macros::object;
use serde::Serialize;

use super::scene::at_a_place;
use crate::emulator::clock::SECOND;
use crate::emulator::refusal::{OrRefuse, Result, refuse_if};
use crate::emulator::rules::codes::check_country;
use crate::emulator::service::Service;
use crate::emulator::state::{
    Asks, ChatKey, MessageContent, PaymentStage, PaymentState, ServiceEvent, StoredPayment, StoredQuery, sum,
};
use crate::methods::SendInvoice;
use crate::types::{
    LabeledPrice, MessageId, OrderInfo, PreCheckoutQuery, ShippingAddress, ShippingQuery, SuccessfulPayment, True,
    Update,
};

/// How long a bot has to answer a pre-checkout query.
const CHECKOUT: i64 = 10 * SECOND;

/// Where an order is shipped to. What is absent is empty.
#[object(closed)]
pub struct Address {
    /// ISO 3166-1 alpha-2 code of the country. Default: `US`.
    pub country_code: Option<String>,
    /// State, if the country has any.
    pub state: Option<String>,
    /// City.
    pub city: Option<String>,
    /// First line of the address.
    pub street_line1: Option<String>,
    /// Second line of the address.
    pub street_line2: Option<String>,
    /// Post code.
    pub post_code: Option<String>,
}

impl From<ShippingAddress> for Address {
    fn from(address: ShippingAddress) -> Self {
        let ShippingAddress { country_code, state, city, street_line1, street_line2, post_code, .. } = address;
        Self {
            country_code: Some(country_code),
            state: Some(state),
            city: Some(city),
            street_line1: Some(street_line1),
            street_line2: Some(street_line2),
            post_code: Some(post_code),
        }
    }
}

impl From<Address> for ShippingAddress {
    fn from(address: Address) -> Self {
        let part = Option::unwrap_or_default;
        let country = address.country_code.unwrap_or_else(|| "US".into());
        let built = Self::builder().country_code(country).state(part(address.state)).city(part(address.city));
        let built = built.street_line1(part(address.street_line1)).street_line2(part(address.street_line2));
        built.post_code(part(address.post_code)).build()
    }
}

at_a_place! {
    /// A user pays an invoice. What the invoice needs and is absent is made up.
    pub struct Pay {
        /// Identifier of the message with the invoice.
        pub message_id: MessageId,
        /// Name of the user.
        pub name: Option<String>,
        /// Phone number of the user.
        pub phone_number: Option<String>,
        /// E-mail address of the user.
        pub email: Option<String>,
        /// Address that the order is shipped to.
        pub shipping_address: Option<Address>,
    }

    /// What an invoice asks of the user who pays it.
    pub struct GetInvoice {
        /// Identifier of the message with the invoice.
        pub message_id: MessageId,
    }
}

/// What an invoice asks of the user who pays it. The invoice in a message does not have it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(clippy::struct_excessive_bools)] // as the parameters of sendInvoice
pub struct InvoiceTerms {
    /// Parts of the price, in the smallest units of the currency.
    pub prices: Vec<LabeledPrice>,
    /// Whether the order needs the name of the user.
    pub need_name: bool,
    /// Whether the order needs the phone number of the user.
    pub need_phone_number: bool,
    /// Whether the order needs the e-mail address of the user.
    pub need_email: bool,
    /// Whether the order needs an address.
    pub need_shipping_address: bool,
    /// Whether the bot offers ways of shipping to the address.
    pub is_flexible: bool,
}

/// A payment that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paying {
    /// Number of the payment.
    pub payment: u64,
}

/// The user chooses how an order is shipped, and confirms it.
#[object(closed)]
pub struct Ship {
    /// Number of the payment.
    pub payment: i64,
    /// Identifier of the shipping option. Default: the first one.
    pub option: Option<String>,
}

/// Where a payment stands.
#[object(closed)]
pub struct GetPayment {
    /// Number of the payment.
    pub payment: i64,
}

pub(super) fn pay(service: &mut Service, action: Pay) -> Result<Paying> {
    let place = action.place(service)?;
    let mut told = OrderInfo::new();
    (told.name, told.phone_number, told.email) = (action.name, action.phone_number, action.email);
    told.shipping_address = action.shipping_address.map(Into::into);
    let payment = service.pay(place.user, place.chat, action.message_id.0, &told)?;
    Ok(Paying { payment })
}

pub(super) fn invoice(service: &mut Service, action: GetInvoice) -> Result<InvoiceTerms> {
    let place = action.place(service)?;
    let (_, terms) = service.invoice(place.chat, action.message_id.0)?;
    let is = |flag| flag == Some(true);
    Ok(InvoiceTerms {
        prices: terms.prices.clone(),
        need_name: is(terms.need_name),
        need_phone_number: is(terms.need_phone_number),
        need_email: is(terms.need_email),
        need_shipping_address: is(terms.need_shipping_address),
        is_flexible: is(terms.is_flexible) && is(terms.need_shipping_address),
    })
}

pub(super) fn ship(service: &mut Service, action: Ship) -> Result<True> {
    service.ship(action.payment.unsigned_abs(), action.option.as_deref())?;
    Ok(True)
}

pub(super) fn payment(service: &mut Service, action: GetPayment) -> Result<PaymentState> {
    let payment = service.state.payments.all.get(&action.payment.unsigned_abs());
    payment.map(|payment| payment.state.clone()).or_refuse("payment not found")
}

impl Service {
    /// A user pays an invoice: the number of the payment. What the invoice needs and the user does not tell
    /// is made up.
    fn pay(&mut self, user: i64, chat: ChatKey, id: i64, told: &OrderInfo) -> Result<u64> {
        let (bot, terms) = self.invoice(chat, id)?;
        let terms = terms.clone();
        let settles = |payment: &StoredPayment| {
            (payment.chat, payment.invoice_id, payment.state.stage) == (chat, id, PaymentStage::Paid)
        };
        refuse_if(self.state.payments.all.values().any(settles), "invoice is paid already")?;
        let order_info = self.order_info(user, &terms, told)?;
        let is_flexible = terms.is_flexible == Some(true);
        let address = order_info.as_ref().and_then(|info| info.shipping_address.clone()).filter(|_| is_flexible);
        let first = if address.is_some() { PaymentStage::Shipping } else { PaymentStage::Checkout };
        let state = PaymentState {
            stage: first,
            total_amount: terms.total(),
            shipping_options: Vec::new(),
            shipping_option_id: None,
            error: None,
            message_id: None,
        };
        let payload = terms.payload.clone();
        let payment = StoredPayment { user, bot, chat, invoice_id: id, terms, order_info, state, deadline: None };
        let number = self.state.payments.add(payment);
        let Some(address) = address else {
            self.check_out(number);
            return Ok(number);
        };
        let asks = Asks::Shipping { payment: number, is_answered: false };
        let query = self.ask(StoredQuery { bot, user, asks });
        let shown = ShippingQuery::builder().id(query).from(self.shown_user(user));
        let mut update = Update::new(0);
        update.shipping_query = Some(shown.invoice_payload(payload).shipping_address(address).build());
        self.push(bot, user, update);
        Ok(number)
    }

    /// The bot that sent an invoice, and what the invoice asks for.
    fn invoice(&self, chat: ChatKey, id: i64) -> Result<(i64, &SendInvoice)> {
        let invoice = self.record(chat, id).and_then(|message| match &message.content {
            MessageContent::Invoice(terms) => Some((message.sender()?, &**terms)),
            _ => None,
        });
        invoice.or_refuse("message is no invoice")
    }

    /// What the user tells about the order: what the invoice needs, and no more.
    fn order_info(&self, user: i64, terms: &SendInvoice, told: &OrderInfo) -> Result<Option<OrderInfo>> {
        let needed = |need: Option<bool>, told: &Option<String>, made_up: &str| {
            (need == Some(true)).then(|| told.clone().unwrap_or_else(|| made_up.to_owned()))
        };
        let name = self.person(user).map_or("", |person| &person.first_name);
        let email = [&user.to_string(), "@user.test"].concat();
        let mut info = OrderInfo::new();
        info.name = needed(terms.need_name, &told.name, name);
        info.phone_number = needed(terms.need_phone_number, &told.phone_number, "+10000000000");
        info.email = needed(terms.need_email, &told.email, &email);
        if terms.need_shipping_address == Some(true) {
            let address = told.shipping_address.clone().unwrap_or_else(made_up_address);
            check_country(&address.country_code)?;
            info.shipping_address = Some(address);
        }
        Ok(Some(info).filter(|info| *info != OrderInfo::new()))
    }

    /// The user chooses a shipping option, the first one when none is named.
    fn ship(&mut self, number: u64, option: Option<&str>) -> Result<()> {
        let payment = self.state.payments.all.get_mut(&number);
        let payment = payment.filter(|payment| payment.state.stage == PaymentStage::Choosing);
        let state = &mut payment.or_refuse("payment has no shipping options to choose")?.state;
        let chosen =
            state.shipping_options.iter().find(|known| option.is_none_or(|option| known.id.as_str() == option));
        let chosen = chosen.or_refuse("shipping option not found")?;
        state.total_amount = state.total_amount.saturating_add(sum(&chosen.prices).unwrap_or(0));
        state.shipping_option_id = Some(chosen.id.as_str().to_owned());
        state.stage = PaymentStage::Checkout;
        self.check_out(number);
        Ok(())
    }

    /// The user confirms: the bot has 10 seconds.
    fn check_out(&mut self, number: u64) {
        let now = self.now();
        let deadline = now.after(CHECKOUT);
        let Some(payment) = self.state.payments.all.get_mut(&number) else { return };
        payment.deadline = Some(deadline);
        self.state.payments.deadlines.insert((deadline, number), ());
        let StoredPayment { user, bot, terms, order_info, state, .. } = payment.clone();
        let asks = Asks::PreCheckout { payment: number, is_answered: false };
        let query = self.ask(StoredQuery { bot, user, asks });
        let shown = PreCheckoutQuery::builder().id(query).from(self.shown_user(user)).currency(terms.currency);
        let mut shown = shown.total_amount(state.total_amount).invoice_payload(terms.payload).build();
        shown.shipping_option_id = state.shipping_option_id.map(Into::into);
        shown.order_info = order_info;
        let mut update = Update::new(0);
        update.pre_checkout_query = Some(shown);
        self.push(bot, user, update);
    }

    /// The bot agreed: the user pays, and a message says so.
    pub(crate) fn paid(&mut self, number: u64) {
        let [platform, provider] = [self.state.random.letters(16), self.state.random.letters(16)];
        let Some(payment) = self.state.payments.all.get_mut(&number) else { return };
        payment.state.stage = PaymentStage::Paid;
        let StoredPayment { user, chat, terms, order_info, state, .. } = payment.clone();
        let paid = SuccessfulPayment::builder().currency(terms.currency).total_amount(state.total_amount);
        let paid = paid.invoice_payload(terms.payload).platform_payment_charge_id(platform);
        let mut paid = paid.provider_payment_charge_id(provider).build();
        paid.shipping_option_id = state.shipping_option_id.map(Into::into);
        paid.order_info = order_info;
        let id = self.announce(chat, user, ServiceEvent::Paid(Box::new(paid)));
        if let Some(payment) = self.state.payments.all.get_mut(&number) {
            payment.state.message_id = Some(id);
        }
    }
}

/// The address of a user who is given none.
fn made_up_address() -> ShippingAddress {
    let address = ShippingAddress::builder().country_code("US").state("Illinois").city("Springfield");
    address.street_line1("1 Main Street").street_line2("").post_code("62701").build()
}
