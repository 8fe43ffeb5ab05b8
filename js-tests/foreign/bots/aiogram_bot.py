import asyncio

from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command, CommandStart
from aiogram.types import BotCommand, BufferedInputFile, InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputMediaPhoto, InputTextMessageContent, LabeledPrice
from aiogram.webhook.aiohttp_server import SimpleRequestHandler
from aiohttp import web

from settings import BOT_TOKEN, HOOK, MODE, MP4, PNG, PORT, SECRET, SERVICE

bot = Bot(BOT_TOKEN, session=AiohttpSession(api=TelegramAPIServer.from_base(SERVICE)))
dispatcher = Dispatcher()
png = BufferedInputFile(PNG, "a.png")


@dispatcher.message(CommandStart())
async def start(message):
    keyboard = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="more", callback_data="more")]])
    await message.answer("<b>hello</b>", parse_mode="HTML", reply_markup=keyboard)


@dispatcher.callback_query(F.data == "more")
async def more(query):
    await query.message.edit_text("edited")
    await query.answer("done")


@dispatcher.message(Command("delete"))
async def delete(message):
    sent = await message.answer("soon gone")
    await sent.delete()
    await message.delete()
    await message.answer("deleted")


@dispatcher.message(Command("photo"))
async def photo(message):
    await message.answer_photo(png, caption="a photo")


@dispatcher.message(F.photo)
async def got(message):
    file = await bot.download(message.photo[-1])
    await message.answer(f"got {len(file.read())}")


@dispatcher.message(Command("album"))
async def album(message):
    await message.answer_media_group([InputMediaPhoto(media=png), InputMediaPhoto(media=png)])


@dispatcher.message(Command("video"))
async def video(message):
    sent = (await message.answer_video(BufferedInputFile(MP4, "v.mp4"))).video
    await message.answer(f"{sent.width}x{sent.height} {sent.duration}s")


@dispatcher.message(Command("venue"))
async def venue(message):
    sent = (await message.answer_venue(52.37, 4.89, "Dam", "Amsterdam", foursquare_id="4sq")).venue
    await message.answer(f"venue {sent.foursquare_id}")


@dispatcher.inline_query()
async def inline(query):
    content = InputTextMessageContent(message_text=f"found {query.query}")
    await query.answer([InlineQueryResultArticle(id="1", title="T", input_message_content=content)])


@dispatcher.message(Command("ban"))
async def ban(message, command):
    await message.chat.ban(int(command.args))
    await message.answer(f"members {await message.chat.get_member_count()}")


@dispatcher.message(Command("buy"))
async def buy(message):
    await message.answer_invoice("Tea", "Green", "tea", "EUR", [LabeledPrice(label="tea", amount=300)], provider_token="p")


@dispatcher.pre_checkout_query()
async def checkout(query):
    await query.answer(True)


@dispatcher.message(F.successful_payment)
async def paid(message):
    payment = message.successful_payment
    await message.answer(f"paid {payment.total_amount if payment.telegram_payment_charge_id else 'nothing'}")


@dispatcher.message(F.text)
async def echo(message):
    await message.answer(f"echo {message.text}")


async def main():
    await bot.set_my_commands([BotCommand(command="start", description="Starts")])
    if MODE == "polling":
        print("ready", flush=True)
        await dispatcher.start_polling(bot, polling_timeout=1)
        return
    application = web.Application()
    SimpleRequestHandler(dispatcher, bot, secret_token=SECRET).register(application, "/hook")
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", PORT).start()
    await bot.set_webhook(HOOK, secret_token=SECRET)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
