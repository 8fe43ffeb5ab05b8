from telegram import BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputMediaPhoto, InputTextMessageContent, LabeledPrice
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, InlineQueryHandler, MessageHandler, PreCheckoutQueryHandler, filters

from settings import BOT_TOKEN, HOOK, MODE, MP4, PNG, PORT, SECRET, SERVICE


async def start(update, _):
    await update.message.reply_html("<b>hello</b>", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("more", callback_data="more")]]))


async def more(update, _):
    await update.callback_query.edit_message_text("edited")
    await update.callback_query.answer("done")


async def delete(update, _):
    sent = await update.message.reply_text("soon gone")
    await sent.delete()
    await update.message.delete()
    await update.effective_chat.send_message("deleted")


async def photo(update, _):
    await update.message.reply_photo(PNG, caption="a photo")


async def got(update, _):
    file = await update.message.photo[-1].get_file()
    await update.message.reply_text(f"got {len(await file.download_as_bytearray())}")


async def album(update, _):
    await update.message.reply_media_group([InputMediaPhoto(PNG), InputMediaPhoto(PNG)])


async def video(update, _):
    sent = (await update.message.reply_video(MP4, filename="v.mp4")).video
    await update.message.reply_text(f"{sent.width}x{sent.height} {sent.duration if isinstance(sent.duration, int) else int(sent.duration.total_seconds())}s")


async def venue(update, _):
    sent = (await update.message.reply_venue(52.37, 4.89, "Dam", "Amsterdam", foursquare_id="4sq")).venue
    await update.message.reply_text(f"venue {sent.foursquare_id}")


async def inline(update, _):
    content = InputTextMessageContent(f"found {update.inline_query.query}")
    await update.inline_query.answer([InlineQueryResultArticle("1", "T", content)])


async def ban(update, context):
    await update.effective_chat.ban_member(int(context.args[0]))
    await update.message.reply_text(f"members {await update.effective_chat.get_member_count()}")


async def buy(update, context):
    await context.bot.send_invoice(update.effective_chat.id, "Tea", "Green", "tea", "EUR", [LabeledPrice("tea", 300)], provider_token="p")


async def checkout(update, _):
    await update.pre_checkout_query.answer(True)


async def paid(update, _):
    payment = update.message.successful_payment
    await update.message.reply_text(f"paid {payment.total_amount if payment.telegram_payment_charge_id else 'nothing'}")


async def echo(update, _):
    await update.message.reply_text(f"echo {update.message.text}")


async def ready(application):
    await application.bot.set_my_commands([BotCommand("start", "Starts")])
    print("ready", flush=True)


application = Application.builder().token(BOT_TOKEN).base_url(f"{SERVICE}/bot").base_file_url(f"{SERVICE}/file/bot").post_init(ready).build()
for command in [start, delete, photo, album, video, venue, ban, buy]:
    application.add_handler(CommandHandler(command.__name__, command))
application.add_handler(CallbackQueryHandler(more, "more"))
application.add_handler(InlineQueryHandler(inline))
application.add_handler(PreCheckoutQueryHandler(checkout))
application.add_handler(MessageHandler(filters.SUCCESSFUL_PAYMENT, paid))
application.add_handler(MessageHandler(filters.PHOTO, got))
application.add_handler(MessageHandler(filters.TEXT, echo))
if MODE == "polling":
    application.run_polling(timeout=1)
else:
    application.run_webhook("127.0.0.1", PORT, "/hook", webhook_url=HOOK, secret_token=SECRET)
