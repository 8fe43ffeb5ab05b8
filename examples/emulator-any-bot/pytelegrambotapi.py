import os

import telebot
from telebot.types import InlineKeyboardButton, InlineKeyboardMarkup

telebot.apihelper.API_URL = os.environ["SERVICE"] + "/bot{0}/{1}"
bot = telebot.TeleBot(os.environ["BOT_TOKEN"])
keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]])


@bot.message_handler(content_types=["text"])
def text(message):
    bot.send_message(message.chat.id, f"You wrote {message.text}", reply_markup=keyboard)


@bot.callback_query_handler(func=lambda query: True)
def more(query):
    bot.answer_callback_query(query.id, "Done")


bot.infinity_polling()
