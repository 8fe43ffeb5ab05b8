import os

import telebot
from telebot import apihelper
from telebot.types import InlineKeyboardButton, InlineKeyboardMarkup

apihelper.API_URL = os.environ["SERVICE"] + "/bot{0}/{1}"
bot = telebot.TeleBot(os.environ["BOT_TOKEN"])


@bot.message_handler(commands=["start"])
def start(message):
    bot.send_message(message.chat.id, "Hello", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("More", callback_data="more")]]))


@bot.callback_query_handler(func=lambda query: query.data == "more")
def more(query):
    bot.edit_message_text("More", query.message.chat.id, query.message.message_id)
    bot.answer_callback_query(query.id, "Done")


@bot.message_handler(content_types=["text"])
def text(message):
    bot.send_message(message.chat.id, f"You wrote {message.text}")


bot.infinity_polling()
