# A bot with python-telegram-bot in a process of its own: `python-bot.py <base URL> <token>`, by polling.
import sys
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, MessageHandler, filters

base_url, token = sys.argv[1:3]


async def start(update, context):
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Press me", callback_data="pressed")]])
    await update.message.reply_text("Hello from Python", reply_markup=keyboard)


async def pressed(update, context):
    await update.callback_query.answer("Thank you")
    await update.callback_query.edit_message_text("Edited after the press")


async def photo(update, context):
    await update.message.reply_photo(update.message.photo[-1].file_id, caption="Your picture")


async def started(application):
    print("started", flush=True)


application = Application.builder().token(token).base_url(base_url + "/bot").base_file_url(base_url + "/file/bot").post_init(started).build()
application.add_handler(CommandHandler("start", start))
application.add_handler(CallbackQueryHandler(pressed))
application.add_handler(MessageHandler(filters.PHOTO, photo))
application.run_polling(stop_signals=None)
