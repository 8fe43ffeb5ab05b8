import os

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, MessageHandler, filters


async def start(update, _):
    await update.message.reply_text("Hello", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]]))


async def more(update, _):
    await update.callback_query.edit_message_text("More")
    await update.callback_query.answer("Done")


async def text(update, _):
    await update.message.reply_text(f"You wrote {update.message.text}")


service = os.environ["SERVICE"]
builder = Application.builder().token(os.environ["BOT_TOKEN"]).base_url(f"{service}/bot").base_file_url(f"{service}/file/bot")
application = builder.build()
application.add_handlers([CommandHandler("start", start), CallbackQueryHandler(more, "more"), MessageHandler(filters.TEXT, text)])
application.run_polling()
