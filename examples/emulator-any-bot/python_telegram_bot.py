import os

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.ext import Application, CallbackQueryHandler, MessageHandler, filters

keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]])


async def text(update, context):
    await update.message.reply_text(f"You wrote {update.message.text}", reply_markup=keyboard)


async def more(update, context):
    await update.callback_query.answer("Done")


service = os.environ["SERVICE"]
builder = Application.builder().token(os.environ["BOT_TOKEN"]).base_url(f"{service}/bot").base_file_url(f"{service}/file/bot")
application = builder.build()
application.add_handlers([MessageHandler(filters.TEXT, text), CallbackQueryHandler(more)])
application.run_polling()
