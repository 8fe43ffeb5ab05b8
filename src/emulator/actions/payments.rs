//! The user's side of payments: paying an invoice, choosing how it is shipped, confirming.

use botwire_macros::object;
use serde::Serialize;

use super::scene::{Place, at_a_place};
use crate::emulator::prelude::*;
use crate::emulator::rules::check_country;

const CHECKOUT_TIMEOUT: i64 = 10 * SECOND;

/// A shipping address. Absent fields are empty.
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
        let built = Self::new().country_code(address.country_code).state(address.state).city(address.city);
        built.street_line1(address.street_line1).street_line2(address.street_line2).post_code(address.post_code)
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
    /// Lets a user pay an invoice. Absent fields that the invoice needs are generated.
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

    /// Returns what an invoice requires from the user who pays it.
    pub struct GetInvoice {
        /// Identifier of the message with the invoice.
        pub message_id: MessageId,
    }
}

/// Details of an invoice that the message does not contain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(clippy::struct_excessive_bools)] // like the parameters of sendInvoice
pub struct InvoiceTerms {
    /// Parts of the price, in the smallest units of the currency.
    pub prices: Vec<LabeledPrice>,
    /// True if the order needs the name of the user.
    pub need_name: bool,
    /// True if the order needs the phone number of the user.
    pub need_phone_number: bool,
    /// True if the order needs the e-mail address of the user.
    pub need_email: bool,
    /// True if the order needs an address.
    pub need_shipping_address: bool,
    /// True if the bot offers shipping options for the address.
    pub is_flexible: bool,
}

/// A payment that has started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paying {
    /// Number of the payment.
    pub payment: u64,
}

/// Lets the user choose a shipping option and confirm the order.
#[object(closed)]
pub struct Ship {
    /// Number of the payment.
    pub payment: i64,
    /// Identifier of the shipping option. Default: the first one.
    pub option: Option<String>,
}

/// Returns the state of a payment.
#[object(closed)]
pub struct GetPayment {
    /// Number of the payment.
    pub payment: i64,
}

pub(super) fn pay(service: &mut Service, Place { user, chat, .. }: Place, action: Pay) -> Result<Paying> {
    let id = action.message_id.0;
    let (bot, terms) = service.invoice(chat, id)?;
    let terms = terms.clone();
    let settles = |payment: &StoredPayment| {
        (payment.chat, payment.invoice_id, payment.state.stage) == (chat, id, PaymentStage::Paid)
    };
    refuse_if(service.state.payments.all.values().any(settles), "invoice is paid already")?;
    let order_info = service.order_info(user, &terms, action)?;
    let is_flexible = terms.is_flexible == Some(true);
    let address = order_info.as_ref().and_then(|info| info.shipping_address.clone()).filter(|_| is_flexible);
    let initial_stage = if address.is_some() { PaymentStage::Shipping } else { PaymentStage::Checkout };
    let state = PaymentState::new(initial_stage, terms.total());
    let payload = terms.payload.clone();
    let payment = StoredPayment { user, bot, chat, invoice_id: id, terms, order_info, state, deadline: None };
    let payment = service.state.payments.all.add(payment);
    if let Some(address) = address {
        let asks = Asks::Payment { payment, stage: initial_stage, is_answered: false };
        let query = service.ask(StoredQuery { bot, user, asks });
        let shown = ShippingQuery::builder().id(query).from(service.shown_user(user));
        let shown = shown.invoice_payload(payload).shipping_address(*address).build();
        service.push(bot, user, Update::new(0).shipping_query(shown));
    } else {
        service.check_out(payment);
    }
    Ok(Paying { payment })
}

pub(super) fn invoice(service: &mut Service, place: Place, action: GetInvoice) -> Result<InvoiceTerms> {
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
    let number = action.payment.unsigned_abs();
    let payment = service.state.payments.all.get_mut(&number);
    let payment = payment.filter(|payment| payment.state.stage == PaymentStage::Choosing);
    let state = &mut payment.or_refuse("payment has no shipping options to choose")?.state;
    let is_meant = |known: &&ShippingOption| action.option.as_ref().is_none_or(|option| known.id.as_str() == option);
    let chosen = state.shipping_options.iter().find(is_meant).or_refuse("shipping option not found")?;
    state.total_amount = state.total_amount.saturating_add(sum(&chosen.prices).unwrap_or(0));
    state.shipping_option_id = Some(chosen.id.as_str().to_owned());
    state.stage = PaymentStage::Checkout;
    service.check_out(number);
    Ok(True)
}

pub(super) fn payment(service: &mut Service, action: GetPayment) -> Result<PaymentState> {
    let payment = service.state.payments.all.get(&action.payment.unsigned_abs());
    payment.map(|payment| payment.state.clone()).or_refuse("payment not found")
}

impl Service {
    fn invoice(&self, chat: ChatKey, id: i64) -> Result<(i64, &SendInvoice)> {
        let invoice = self.record(chat, id).and_then(|message| match &message.content {
            MessageContent::Invoice(terms) => Some((message.sender()?, &**terms)),
            _ => None,
        });
        invoice.or_refuse("message is not an invoice")
    }

    /// Returns the order information that the invoice needs, with generated values for what the input lacks.
    fn order_info(&self, user: i64, terms: &SendInvoice, input: Pay) -> Result<Option<OrderInfo>> {
        let needed = |need: Option<bool>, input: Option<String>, made_up: &str| {
            (need == Some(true)).then(|| input.unwrap_or_else(|| made_up.to_owned()))
        };
        let name = self.person(user).map_or("", |person| &person.first_name);
        let email = [&user.to_string(), "@user.test"].concat();
        let mut info = OrderInfo::new();
        info.name = needed(terms.need_name, input.name, name);
        info.phone_number = needed(terms.need_phone_number, input.phone_number, "+10000000000");
        info.email = needed(terms.need_email, input.email, &email);
        if terms.need_shipping_address == Some(true) {
            let made_up = Address::new().state("Illinois").city("Springfield");
            let made_up = made_up.street_line1("1 Main Street").post_code("62701");
            let address = ShippingAddress::from(input.shipping_address.unwrap_or(made_up));
            check_country(&address.country_code)?;
            info.shipping_address = Some(address.into());
        }
        Ok(Some(info).filter(|info| *info != OrderInfo::new()))
    }

    fn check_out(&mut self, number: u64) {
        let deadline = self.now().after(CHECKOUT_TIMEOUT);
        let Some(payment) = self.state.payments.all.get_mut(&number) else { return };
        payment.deadline = Some(deadline);
        self.state.payments.deadlines.insert((deadline, number), ());
        let StoredPayment { user, bot, terms, order_info, state, .. } = payment.clone();
        let asks = Asks::Payment { payment: number, stage: PaymentStage::Checkout, is_answered: false };
        let query = self.ask(StoredQuery { bot, user, asks });
        let shown = PreCheckoutQuery::builder().id(query).from(self.shown_user(user)).currency(terms.currency);
        let shown = shown.total_amount(state.total_amount).invoice_payload(terms.payload).build();
        let shown = shown.shipping_option_id(state.shipping_option_id).order_info(order_info);
        self.push(bot, user, Update::new(0).pre_checkout_query(shown));
    }

    /// Completes a payment that the bot has accepted, and sends the message about it.
    pub(crate) fn paid(&mut self, number: u64) {
        let [platform, provider] = [self.state.random.letters(16), self.state.random.letters(16)];
        let Some(payment) = self.state.payments.all.get_mut(&number) else { return };
        payment.state.stage = PaymentStage::Paid;
        let StoredPayment { user, chat, invoice_id, terms, order_info, state, .. } = payment.clone();
        for other in self.state.payments.all.values_mut() {
            if (other.chat, other.invoice_id) == (chat, invoice_id) {
                other.fail("invoice is paid already".into());
            }
        }
        let paid = SuccessfulPayment::builder().currency(terms.currency).total_amount(state.total_amount);
        let paid = paid.invoice_payload(terms.payload).platform_payment_charge_id(platform);
        let paid = paid.provider_payment_charge_id(provider).build();
        let paid = paid.shipping_option_id(state.shipping_option_id).order_info(order_info);
        let id = self.announce(chat, user, ServiceEvent::Paid(Box::new(paid)));
        if let Some(payment) = self.state.payments.all.get_mut(&number) {
            payment.state.message_id = Some(id);
        }
    }
}
