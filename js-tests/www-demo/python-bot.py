# A bot with python-telegram-bot in a process of its own: `python-bot.py <base URL> <token> [port of the webhook]`.
import asyncio
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, MessageHandler, filters

base_url, token, *port = sys.argv[1:]


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


async def webhook():
    loop = asyncio.get_running_loop()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self):
            update = Update.de_json(json.loads(self.rfile.read(int(self.headers["content-length"]))), application.bot)
            asyncio.run_coroutine_threadsafe(application.update_queue.put(update), loop)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

    server = HTTPServer(("127.0.0.1", int(port[0])), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    await application.initialize()
    await application.start()
    await application.bot.set_webhook(f"http://127.0.0.1:{server.server_port}/")
    await started(application)
    await asyncio.Event().wait()


if port:
    asyncio.run(webhook())
else:
    application.run_polling(stop_signals=None)
