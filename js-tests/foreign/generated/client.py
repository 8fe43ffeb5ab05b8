"""Imports each module of a generated client, and calls the service with it."""
import importlib
import io
import json
import os
import pkgutil

import generated_client
from generated_client import Client
from generated_client.api.sending import send_media_group, send_message, send_photo
from generated_client.api.updates import get_updates
from generated_client.models import (
    GetUpdatesParams,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    SendMediaGroupParams,
    SendMessageParams,
    SendPhotoParams,
)
from generated_client.types import File

modules = [importlib.import_module(module.name) for module in pkgutil.walk_packages(generated_client.__path__, "generated_client.")]
client = Client(base_url=os.environ["SERVICE"])
token = os.environ["BOT_TOKEN"]
photo = bytes.fromhex(os.environ["PHOTO"])


def file():
    return File(payload=io.BytesIO(photo), file_name="a.png", mime_type="image/png")


chat_id = get_updates.sync(token, client=client, body=GetUpdatesParams(timeout=0)).result[0].message.chat.id
keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("more", callback_data="more")]])
text = send_message.sync(token, client=client, body=SendMessageParams(chat_id, "hello", parse_mode=None, reply_markup=keyboard))
sent = send_photo.sync(token, client=client, body=SendPhotoParams(chat_id, file(), disable_notification=True, reply_markup=keyboard))
items = [InputMediaPhoto("photo", f"attach://{name}").to_dict() for name in ["first", "second"]]
album = SendMediaGroupParams(chat_id, json.dumps(items))
album["first"], album["second"] = file(), file()
group = send_media_group.sync(token, client=client, body=album)
failure = send_message.sync(token, client=client, body=SendMessageParams(1, "hello"))
print(json.dumps({
    "modules": len(modules),
    "text": text.result.text,
    "photo": sent.result.photo[-1].width,
    "album": len(group.result),
    "failure": failure.error_code,
}))
