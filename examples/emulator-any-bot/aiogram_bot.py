import asyncio
import os

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import CommandStart
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

bot = Bot(os.environ["BOT_TOKEN"], session=AiohttpSession(api=TelegramAPIServer.from_base(os.environ["SERVICE"])))
dispatcher = Dispatcher()


@dispatcher.message(CommandStart())
async def start(message):
    button = InlineKeyboardButton(text="More", callback_data="more")
    await message.answer("Hello", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]]))


@dispatcher.callback_query(F.data == "more")
async def more(query):
    await query.message.edit_text("More")
    await query.answer("Done")


@dispatcher.message(F.text)
async def text(message):
    await message.answer(f"You wrote {message.text}")


asyncio.run(dispatcher.start_polling(bot))
