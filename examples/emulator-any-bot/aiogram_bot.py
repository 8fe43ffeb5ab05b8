import os

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

bot = Bot(os.environ["BOT_TOKEN"], session=AiohttpSession(api=TelegramAPIServer.from_base(os.environ["SERVICE"])))
dispatcher = Dispatcher()
keyboard = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="More", callback_data="more")]])


@dispatcher.message(F.text)
async def text(message):
    await message.answer(f"You wrote {message.text}", reply_markup=keyboard)


@dispatcher.callback_query()
async def more(query):
    await query.answer("Done")


dispatcher.run_polling(bot)
