"""The same bot for pyTelegramBotAPI of today and of 2018."""
import telebot
from telebot import apihelper, types

from settings import BOT_TOKEN, HOOK, MODE, MP4, PNG, SECRET, SERVICE, fetched, listen

apihelper.API_URL = SERVICE + "/bot{0}/{1}"
bot = telebot.TeleBot(BOT_TOKEN, threaded=False)
IS_OLD = not hasattr(bot, "ban_chat_member")


@bot.message_handler(commands=["start"])
def start(message):
    keyboard = types.InlineKeyboardMarkup()
    keyboard.add(types.InlineKeyboardButton("more", callback_data="more"))
    bot.send_message(message.chat.id, "<b>hello</b>", parse_mode="HTML", reply_markup=keyboard)


@bot.callback_query_handler(func=lambda query: query.data == "more")
def more(query):
    bot.edit_message_text("edited", query.message.chat.id, query.message.message_id)
    bot.answer_callback_query(query.id, "done")


@bot.message_handler(commands=["delete"])
def delete(message):
    sent = bot.send_message(message.chat.id, "soon gone")
    bot.delete_message(message.chat.id, sent.message_id)
    bot.delete_message(message.chat.id, message.message_id)
    bot.send_message(message.chat.id, "deleted")


@bot.message_handler(commands=["photo"])
def photo(message):
    bot.send_photo(message.chat.id, PNG, caption="a photo")


@bot.message_handler(content_types=["photo"])
def got(message):
    file = bot.get_file(message.photo[-1].file_id)
    bot.send_message(message.chat.id, "got %d" % len(fetched(file.file_path)))


@bot.message_handler(commands=["album"])
def album(message):
    bot.send_media_group(message.chat.id, [types.InputMediaPhoto(PNG), types.InputMediaPhoto(PNG)])


@bot.message_handler(commands=["video"])
def video(message):
    sent = bot.send_video(message.chat.id, MP4).video
    bot.send_message(message.chat.id, "%dx%d %ds" % (sent.width, sent.height, sent.duration))


@bot.message_handler(commands=["venue"])
def venue(message):
    sent = bot.send_venue(message.chat.id, 52.37, 4.89, "Dam", "Amsterdam", "4sq").venue
    bot.send_message(message.chat.id, "venue %s" % sent.foursquare_id)


@bot.inline_handler(lambda query: True)
def inline(query):
    content = types.InputTextMessageContent("found %s" % query.query)
    bot.answer_inline_query(query.id, [types.InlineQueryResultArticle("1", "T", content)])


@bot.message_handler(commands=["ban"])
def ban(message):
    chat, user = message.chat.id, int(message.text.split()[1])
    (bot.kick_chat_member if IS_OLD else bot.ban_chat_member)(chat, user)
    count = (bot.get_chat_members_count if IS_OLD else bot.get_chat_member_count)(chat)
    bot.send_message(chat, "members %d" % count)


@bot.message_handler(commands=["buy"])
def buy(message):
    prices = [types.LabeledPrice("tea", 300)]
    bot.send_invoice(message.chat.id, "Tea", "Green", "tea", "p", "EUR", prices, start_parameter="s")


@bot.pre_checkout_query_handler(func=lambda query: True)
def checkout(query):
    bot.answer_pre_checkout_query(query.id, True)


@bot.message_handler(content_types=["successful_payment"])
def paid(message):
    payment = message.successful_payment
    bot.send_message(message.chat.id, "paid %s" % (payment.total_amount if payment.telegram_payment_charge_id else "nothing"))


@bot.message_handler(func=lambda message: True)
def echo(message):
    bot.send_message(message.chat.id, "echo %s" % message.text)


if not IS_OLD:
    bot.set_my_commands([types.BotCommand("start", "Starts")])
if MODE == "polling":
    print("ready", flush=True)
    bot.polling(none_stop=True, timeout=1)
else:
    import threading

    listen(lambda update: bot.process_new_updates([types.Update.de_json(update)]))
    if IS_OLD:
        bot.set_webhook(HOOK)
    else:
        bot.set_webhook(HOOK, secret_token=SECRET)
    print("ready", flush=True)
    threading.Event().wait()
