import collections.abc
import sys

import six.moves.http_client
import six.moves.queue
import six.moves.urllib.parse

# Python 3.10 moved these names, and Python 3.12 cannot load the old copy of six in the library.
collections.Mapping, collections.MutableMapping = collections.abc.Mapping, collections.abc.MutableMapping
for name in [name for name in sys.modules if name.split(".")[0] == "six"]:
    sys.modules["telegram.vendor.ptb_urllib3.urllib3.packages." + name] = sys.modules[name]

from io import BytesIO

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputMediaPhoto, InputTextMessageContent, LabeledPrice
from telegram.ext import CallbackQueryHandler, CommandHandler, Filters, InlineQueryHandler, MessageHandler, PreCheckoutQueryHandler, Updater

from settings import BOT_TOKEN, HOOK, MODE, MP4, PNG, PORT, SERVICE, fetched


def start(bot, update):
    update.message.reply_html("<b>hello</b>", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("more", callback_data="more")]]))


def more(bot, update):
    update.callback_query.edit_message_text("edited")
    update.callback_query.answer("done")


def delete(bot, update):
    update.message.reply_text("soon gone").delete()
    update.message.delete()
    bot.send_message(update.message.chat_id, "deleted")


def photo(bot, update):
    update.message.reply_photo(BytesIO(PNG), caption="a photo")


photos = []


def got(bot, update):
    photos.append(update.message.photo[-1].file_id)
    # The library puts another address before the path of a file.
    path = bot.get_file(update.message.photo[-1].file_id).file_path
    update.message.reply_text("got %d" % len(fetched(path.split(BOT_TOKEN + "/")[-1])))


def album(bot, update):
    # The library cannot upload the files of an album.
    update.message.reply_media_group([InputMediaPhoto(photos[-1]), InputMediaPhoto(photos[-1])])


def video(bot, update):
    sent = update.message.reply_video(BytesIO(MP4)).video
    update.message.reply_text("%dx%d %ds" % (sent.width, sent.height, sent.duration))


def venue(bot, update):
    sent = update.message.reply_venue(52.37, 4.89, "Dam", "Amsterdam", foursquare_id="4sq").venue
    update.message.reply_text("venue %s" % sent.foursquare_id)


def inline(bot, update):
    content = InputTextMessageContent("found %s" % update.inline_query.query)
    update.inline_query.answer([InlineQueryResultArticle("1", "T", content)])


def ban(bot, update, args):
    bot.kick_chat_member(update.message.chat_id, int(args[0]))
    update.message.reply_text("members %d" % bot.get_chat_members_count(update.message.chat_id))


def buy(bot, update):
    bot.send_invoice(update.message.chat_id, "Tea", "Green", "tea", "p", "s", "EUR", [LabeledPrice("tea", 300)])


def checkout(bot, update):
    update.pre_checkout_query.answer(True)


def paid(bot, update):
    payment = update.message.successful_payment
    update.message.reply_text("paid %s" % (payment.total_amount if payment.telegram_payment_charge_id else "nothing"))


def echo(bot, update):
    update.message.reply_text("echo %s" % update.message.text)


updater = Updater(BOT_TOKEN, base_url=SERVICE + "/bot")
add = updater.dispatcher.add_handler
for command in [start, delete, photo, album, video, venue, buy]:
    add(CommandHandler(command.__name__, command))
add(CommandHandler("ban", ban, pass_args=True))
add(CallbackQueryHandler(more, pattern="more"))
add(InlineQueryHandler(inline))
add(PreCheckoutQueryHandler(checkout))
add(MessageHandler(Filters.successful_payment, paid))
add(MessageHandler(Filters.photo, got))
add(MessageHandler(Filters.text, echo))
if MODE == "polling":
    updater.start_polling(timeout=1)
else:
    updater.start_webhook("127.0.0.1", PORT, "hook")
    updater.bot.set_webhook(HOOK)
print("ready", flush=True)
updater.idle()
