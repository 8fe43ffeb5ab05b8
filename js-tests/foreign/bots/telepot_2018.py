from io import BytesIO

import telepot
from telepot.loop import MessageLoop, Webhook
from telepot.namedtuple import InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputMediaPhoto, InputTextMessageContent, LabeledPrice

from settings import BOT_TOKEN, HOOK, MODE, MP4, PNG, SERVICE, fetched, listen

# The library has no option for the URL of the service.
telepot.api._methodurl = lambda request, **_: f"{SERVICE}/bot{request[0]}/{request[1]}"
bot = telepot.Bot(BOT_TOKEN)


def start(chat, message):
    keyboard = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="more", callback_data="more")]])
    bot.sendMessage(chat, "<b>hello</b>", parse_mode="HTML", reply_markup=keyboard)


def delete(chat, message):
    bot.deleteMessage(telepot.message_identifier(bot.sendMessage(chat, "soon gone")))
    bot.deleteMessage(telepot.message_identifier(message))
    bot.sendMessage(chat, "deleted")


def photo(chat, message):
    bot.sendPhoto(chat, ("a.png", BytesIO(PNG)), caption="a photo")


def album(chat, message):
    bot.sendMediaGroup(chat, [InputMediaPhoto(media=("first", BytesIO(PNG))), InputMediaPhoto(media=("second", BytesIO(PNG)))])


def video(chat, message):
    sent = bot.sendVideo(chat, ("v.mp4", BytesIO(MP4)))["video"]
    bot.sendMessage(chat, f"{sent['width']}x{sent['height']} {sent['duration']}s")


def venue(chat, message):
    sent = bot.sendVenue(chat, 52.37, 4.89, "Dam", "Amsterdam", foursquare_id="4sq")["venue"]
    bot.sendMessage(chat, f"venue {sent['foursquare_id']}")


def ban(chat, message):
    bot.kickChatMember(chat, int(message["text"].split()[1]))
    bot.sendMessage(chat, f"members {bot.getChatMembersCount(chat)}")


def buy(chat, message):
    bot.sendInvoice(chat, "Tea", "Green", "tea", "p", "s", "EUR", [LabeledPrice(label="tea", amount=300)])


COMMANDS = {f"/{command.__name__}": command for command in [start, delete, photo, album, video, venue, ban, buy]}


def chat(message):
    kind, _, chat_id = telepot.glance(message)
    if kind == "text":
        command = COMMANDS.get(message["text"].split()[0])
        command(chat_id, message) if command else bot.sendMessage(chat_id, f"echo {message['text']}")
    elif kind == "photo":
        bot.sendMessage(chat_id, f"got {len(fetched(bot.getFile(message['photo'][-1]['file_id'])['file_path']))}")
    elif kind == "successful_payment":
        payment = message[kind]
        bot.sendMessage(chat_id, f"paid {payment['total_amount'] if payment['telegram_payment_charge_id'] else 'nothing'}")


def callback_query(query):
    bot.editMessageText(telepot.message_identifier(query["message"]), "edited")
    bot.answerCallbackQuery(query["id"], "done")


def inline_query(query):
    content = InputTextMessageContent(message_text=f"found {query['query']}")
    bot.answerInlineQuery(query["id"], [InlineQueryResultArticle(id="1", title="T", input_message_content=content)])


def pre_checkout_query(query):
    bot.answerPreCheckoutQuery(query["id"], True)


def chosen_inline_result(result):
    pass


handlers = [chat, callback_query, inline_query, chosen_inline_result, pre_checkout_query]
routes = {handler.__name__: handler for handler in handlers}
if MODE == "polling":
    print("ready", flush=True)
    MessageLoop(bot, routes).run_forever(timeout=1)
else:
    hook = Webhook(bot, routes)
    listen(hook.feed)
    bot.setWebhook(HOOK)
    print("ready", flush=True)
    hook.run_forever()
