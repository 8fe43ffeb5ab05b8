//! Rendered from the descriptors by `cargo xtask build`.

#![allow(clippy::unreadable_literal)]

use super::kinds::{CompactMethod, CompactObject};
use crate::wire::descriptor::{Format, Limit};

pub static METHODS: [CompactMethod; 59] = [
    CompactMethod::new(144, true), // getUpdates
    CompactMethod::new(189, true), // setWebhook
    CompactMethod::new(1, true), // deleteWebhook
    CompactMethod::new(1, true), // getWebhookInfo
    CompactMethod::new(1, true), // getMe
    CompactMethod::new(280, false), // sendMessage
    CompactMethod::new(394, false), // forwardMessage
    CompactMethod::new(454, false), // sendPhoto
    CompactMethod::new(553, false), // sendAudio
    CompactMethod::new(680, false), // sendDocument
    CompactMethod::new(782, false), // sendVideo
    CompactMethod::new(926, false), // sendVoice
    CompactMethod::new(1035, false), // sendVideoNote
    CompactMethod::new(1162, false), // sendMediaGroup
    CompactMethod::new(1225, false), // sendLocation
    CompactMethod::new(1329, false), // sendVenue
    CompactMethod::new(1447, false), // sendContact
    CompactMethod::new(1692, true), // sendChatAction
    CompactMethod::new(1712, true), // editMessageLiveLocation
    CompactMethod::new(1793, true), // stopMessageLiveLocation
    CompactMethod::new(1853, true), // getUserProfilePhotos
    CompactMethod::new(1881, true), // getFile
    CompactMethod::new(1893, true), // kickChatMember
    CompactMethod::new(1926, true), // unbanChatMember
    CompactMethod::new(1947, true), // restrictChatMember
    CompactMethod::new(2076, true), // promoteChatMember
    CompactMethod::new(2252, false), // exportChatInviteLink
    CompactMethod::new(2264, false), // setChatPhoto
    CompactMethod::new(2252, true), // deleteChatPhoto
    CompactMethod::new(2284, false), // setChatTitle
    CompactMethod::new(2304, true), // setChatDescription
    CompactMethod::new(2330, false), // pinChatMessage
    CompactMethod::new(2252, true), // unpinChatMessage
    CompactMethod::new(2252, true), // leaveChat
    CompactMethod::new(2252, true), // getChat
    CompactMethod::new(2252, true), // getChatAdministrators
    CompactMethod::new(2252, true), // getChatMembersCount
    CompactMethod::new(1926, true), // getChatMember
    CompactMethod::new(2376, true), // setChatStickerSet
    CompactMethod::new(2252, true), // deleteChatStickerSet
    CompactMethod::new(2407, true), // answerCallbackQuery
    CompactMethod::new(2465, true), // editMessageText
    CompactMethod::new(2570, true), // editMessageCaption
    CompactMethod::new(1793, true), // editMessageReplyMarkup
    CompactMethod::new(2652, true), // deleteMessage
    CompactMethod::new(2807, true), // answerInlineQuery
    CompactMethod::new(2914, false), // sendSticker
    CompactMethod::new(2993, true), // getStickerSet
    CompactMethod::new(3003, false), // uploadStickerFile
    CompactMethod::new(3029, false), // createNewStickerSet
    CompactMethod::new(3110, false), // addStickerToSet
    CompactMethod::new(3167, true), // setStickerPositionInSet
    CompactMethod::new(3190, true), // deleteStickerFromSet
    CompactMethod::new(3202, false), // sendInvoice
    CompactMethod::new(3560, true), // answerShippingQuery
    CompactMethod::new(3673, true), // answerPreCheckoutQuery
    CompactMethod::new(3744, false), // sendGame
    CompactMethod::new(3847, true), // setGameScore
    CompactMethod::new(3939, true), // getGameHighScores
];

pub static NAMES: [&str; 59] = [
    "getUpdates",
    "setWebhook",
    "deleteWebhook",
    "getWebhookInfo",
    "getMe",
    "sendMessage",
    "forwardMessage",
    "sendPhoto",
    "sendAudio",
    "sendDocument",
    "sendVideo",
    "sendVoice",
    "sendVideoNote",
    "sendMediaGroup",
    "sendLocation",
    "sendVenue",
    "sendContact",
    "sendChatAction",
    "editMessageLiveLocation",
    "stopMessageLiveLocation",
    "getUserProfilePhotos",
    "getFile",
    "kickChatMember",
    "unbanChatMember",
    "restrictChatMember",
    "promoteChatMember",
    "exportChatInviteLink",
    "setChatPhoto",
    "deleteChatPhoto",
    "setChatTitle",
    "setChatDescription",
    "pinChatMessage",
    "unpinChatMessage",
    "leaveChat",
    "getChat",
    "getChatAdministrators",
    "getChatMembersCount",
    "getChatMember",
    "setChatStickerSet",
    "deleteChatStickerSet",
    "answerCallbackQuery",
    "editMessageText",
    "editMessageCaption",
    "editMessageReplyMarkup",
    "deleteMessage",
    "answerInlineQuery",
    "sendSticker",
    "getStickerSet",
    "uploadStickerFile",
    "createNewStickerSet",
    "addStickerToSet",
    "setStickerPositionInSet",
    "deleteStickerFromSet",
    "sendInvoice",
    "answerShippingQuery",
    "answerPreCheckoutQuery",
    "sendGame",
    "setGameScore",
    "getGameHighScores",
];

pub const UPDATE: CompactObject = CompactObject(8647);

pub const UNKNOWN: CompactObject = CompactObject(1);

/// Where the kinds begin in the text.
pub const KINDS: usize = 8313;

pub static LIMITS: [(Limit, Format); 29] = [
    (Limit::Range(1, 100), Format::Any),
    (Limit::None, Format::WebhookUrl),
    (Limit::UploadBytes(52428800), Format::Any),
    (Limit::VisibleChars(0, 4096), Format::Any),
    (Limit::UploadBytes(10485760), Format::Any),
    (Limit::VisibleChars(0, 200), Format::Any),
    (Limit::UploadBytes(52428800), Format::NotUrl),
    (Limit::Items(2, 10), Format::Any),
    (Limit::Range(60, 86400), Format::Any),
    (Limit::Chars(1, 255), Format::Any),
    (Limit::Chars(0, 255), Format::Any),
    (Limit::Chars(1, 64), Format::Any),
    (Limit::Chars(0, 200), Format::Any),
    (Limit::Items(0, 50), Format::Any),
    (Limit::Bytes(0, 64), Format::Any),
    (Limit::Chars(1, 64), Format::DeepLink),
    (Limit::UploadBytes(524288), Format::Any),
    (Limit::Chars(1, 64), Format::StickerSetName),
    (Limit::None, Format::NonEmpty),
    (Limit::Range(0, 2147483647), Format::Any),
    (Limit::Chars(1, 32), Format::Any),
    (Limit::Bytes(1, 128), Format::Any),
    (Limit::Chars(3, 3), Format::Currency),
    (Limit::Bytes(1, 64), Format::Any),
    (Limit::VisibleChars(1, 4096), Format::Any),
    (Limit::Range(1, 2147483647), Format::Any),
    (Limit::Chars(0, 512), Format::Any),
    (Limit::Chars(0, 4096), Format::Any),
    (Limit::Chars(2, 2), Format::Country),
];

pub static TEXT: [u8; 8547] = *b"\
    \x00\x00\x00\
    \t\x07message\x0eedited_message\x0cchannel_post\x13edited_channel_post\x0cinline_query\x14chosen_inline_result\x0ecallback_query\x0eshipping_query\x12pre_checkout_query\
    \x00\x06offset\x00Elimit\x00\x00\x07timeout\x00\x0fallowed_updates\x02\x00\x00\
    \x00\xc3url\x03\x01Kcertificate\x04\x02Omax_connections\x00\x00\x0fallowed_updates\x02\x00\x00\
    \x02\x08Markdown\x04HTML\
    \x0bReplyMarkup\x04\x08\t\n\x0b\x00\
    \x00\x87chat_id\x05\xc4text\x03\x03\nparse_mode\x06\x18disable_web_page_preview\x07\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\x8cfrom_chat_id\x05\x8amessage_id\x00\x14disable_notification\x07\x00\x00\
    \x00\x87chat_id\x05\xc5photo\r\x04Gcaption\x03\x05\nparse_mode\x06\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\xc5audio\r\x02Gcaption\x03\x05\nparse_mode\x06\x08duration\x00\tperformer\x03\x05title\x03\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\xc8document\r\x02Gcaption\x03\x05\nparse_mode\x06\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\xc5video\r\x02\x08duration\x00\x05width\x00\x06height\x00Gcaption\x03\x05\nparse_mode\x06\x12supports_streaming\x07\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\xc5voice\r\x02Gcaption\x03\x05\nparse_mode\x06\x08duration\x00\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\xcavideo_note\r\x06\x08duration\x00\x06length\x00\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \nInputMedia\x02\x0e\x0f\x02\x05photo\x05video\
    \x00\x87chat_id\x05\xc5media\x11\x07\x14disable_notification\x07\x13reply_to_message_id\x00\x00\x00\
    \x00\x87chat_id\x05\x88latitude\x12\x89longitude\x12Klive_period\x00\x08\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\x88latitude\x12\x89longitude\x12\x85title\x03\x87address\x03\nvenuedb_id\x03\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\x87chat_id\x05\x8cphone_number\x03\x8afirst_name\x03\tlast_name\x03\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \n\x06typing\x0cupload_photo\x0crecord_video\x0cupload_video\x0crecord_audio\x0cupload_audio\x0fupload_document\rfind_location\x11record_video_note\x11upload_video_note\
    \x00\x87chat_id\x05\x86action\x13\x00\x00\
    \x00\x07chat_id\x05\nmessage_id\x00\x11inline_message_id\x03\x88latitude\x12\x89longitude\x12\x0creply_markup\x08\x00\x01\x01\x00\x00\
    \x00\x07chat_id\x05\nmessage_id\x00\x11inline_message_id\x03\x0creply_markup\x08\x00\x01\x01\x00\x00\
    \x00\x87user_id\x14\x06offset\x00Elimit\x00\x00\x00\x00\
    \x00\x87file_id\x03\x00\x00\
    \x00\x87chat_id\x05\x87user_id\x14\nuntil_date\x00\x00\x00\
    \x00\x87chat_id\x05\x87user_id\x14\x00\x00\
    \x00\x87chat_id\x05\x87user_id\x14\nuntil_date\x00\x11can_send_messages\x07\x17can_send_media_messages\x07\x17can_send_other_messages\x07\x19can_add_web_page_previews\x07\x00\x00\
    \x00\x87chat_id\x05\x87user_id\x14\x0fcan_change_info\x07\x11can_post_messages\x07\x11can_edit_messages\x07\x13can_delete_messages\x07\x10can_invite_users\x07\x14can_restrict_members\x07\x10can_pin_messages\x07\x13can_promote_members\x07\x00\x00\
    \x00\x87chat_id\x05\x00\x00\
    \x00\x87chat_id\x05\xc5photo\x04\x04\x00\x00\
    \x00\x87chat_id\x05\xc5title\x03\t\x00\x00\
    \x00\x87chat_id\x05Kdescription\x03\n\x00\x00\
    \x00\x87chat_id\x05\x8amessage_id\x00\x14disable_notification\x07\x00\x00\
    \x00\x87chat_id\x05\xd0sticker_set_name\x03\x0b\x00\x00\
    \x00\x91callback_query_id\x03Dtext\x03\x0c\nshow_alert\x07\x03url\x03\ncache_time\x00\x00\x00\
    \x00\x07chat_id\x05\nmessage_id\x00\x11inline_message_id\x03\xc4text\x03\x03\nparse_mode\x06\x18disable_web_page_preview\x07\x0creply_markup\x08\x00\x01\x01\x00\x00\
    \x00\x07chat_id\x05\nmessage_id\x00\x11inline_message_id\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x00\x01\x01\x00\x00\
    \x00\x87chat_id\x05\x8amessage_id\x00\x00\x00\
    \x11InlineQueryResult\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&\'(\r\x07article\x05photo\x03gif\tmpeg4_gif\x05video\x05audio\x05voice\x08document\x08location\x05venue\x07contact\x04game\x07sticker\
    \x00\x8finline_query_id\x03\xc7results*\r\ncache_time\x00\x0bis_personal\x07Knext_offset\x03\x0e\x0eswitch_pm_text\x03Sswitch_pm_parameter\x03\x0f\x00\x00\
    \x00\x87chat_id\x05\xc7sticker\r\x02\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x0c\x00\x00\
    \x00\xc4name\x03\x0b\x00\x00\
    \x00\x87user_id\x14\xcbpng_sticker\x04\x10\x00\x00\
    \x00\x87user_id\x14\xc4name\x03\x11\xc5title\x03\x0b\xcbpng_sticker\r\x10\xc6emojis\x03\x12\x0econtains_masks\x07\rmask_position+\x00\x00\
    \x00\x87user_id\x14\xc4name\x03\x11\xcbpng_sticker\r\x10\xc6emojis\x03\x12\rmask_position+\x00\x00\
    \x00\x87sticker\x03\xc8position\x00\x13\x00\x00\
    \x00\x87sticker\x03\x00\x00\
    \x00\x87chat_id\x14\xc5title\x03\x14\xcbdescription\x03\t\xc7payload\x03\x15\x8eprovider_token\x03\x8fstart_parameter\x03\xc8currency\x03\x16\x86prices-\rprovider_data\x03\tphoto_url\x03\nphoto_size\x00\x0bphoto_width\x00\x0cphoto_height\x00\tneed_name\x07\x11need_phone_number\x07\nneed_email\x07\x15need_shipping_address\x07\x1dsend_phone_number_to_provider\x07\x16send_email_to_provider\x07\x0bis_flexible\x07\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x08\x00\x06\x05\x01\x03pay\x00\
    \x00\x91shipping_query_id\x03\x82ok\x07\x10shipping_options/\rerror_message\x03\x00\x04\x1a\x03\x10shipping_options\x02ok\x04true\x04\x18\x03\rerror_message\x02ok\x05false\x00\
    \x00\x95pre_checkout_query_id\x03\x82ok\x07\rerror_message\x03\x00\x04\x18\x03\rerror_message\x02ok\x05false\x00\
    \x00\x87chat_id\x14\x8fgame_short_name\x03\x14disable_notification\x07\x13reply_to_message_id\x00\x0creply_markup\x08\x00\x06\x0f\x01\rcallback_game\x00\
    \x00\x87user_id\x14\xc5score\x00\x13\x05force\x07\x14disable_edit_message\x07\x07chat_id\x14\nmessage_id\x00\x11inline_message_id\x03\x00\x01\x01\x00\x00\
    \x00\x87user_id\x14\x07chat_id\x14\nmessage_id\x00\x11inline_message_id\x03\x00\x01\x01\x00\x00\
    InlineKeyboardMarkup\x14\x8finline_keyboard2\x00\x05\x13\x02\x03pay\rcallback_game\x07&\x03\x08keyboard\x0fremove_keyboard\x0bforce_reply\x00\
    ReplyKeyboardMarkup\x13\x88keyboard5\x0fresize_keyboard\x07\x11one_time_keyboard\x07\tselective\x07\x00\x00\
    ReplyKeyboardRemove\x13\x8fremove_keyboard6\tselective\x07\x00\x00\
    ForceReply\n\x8bforce_reply6\tselective\x07\x00\x00\
    \x01\x05photo\
    InputMediaPhoto\x0f\x84type7\xc5media8\x04Gcaption\x03\x05\nparse_mode\x06\x00\x00\
    \x01\x05video\
    InputMediaVideo\x0f\x84type9\xc5media8\x02Gcaption\x03\x05\nparse_mode\x06\x05width\x00\x06height\x00\x08duration\x00\x12supports_streaming\x07\x00\x00\
    \x01\x07article\
    \x13InputMessageContent\x04;<=>\x00\
    InlineQueryResultArticle\x18\x84type:\xc2id\x03\x17\x85title\x03\x95input_message_content?\x0creply_markup\x08\x03url\x03\x08hide_url\x07\x0bdescription\x03\tthumb_url\x03\x0bthumb_width\x00\x0cthumb_height\x00\x00\x00\
    InlineQueryResultPhoto\x16\x84type7\xc2id\x03\x17\x89photo_url\x03\x89thumb_url\x03\x0bphoto_width\x00\x0cphoto_height\x00\x05title\x03\x0bdescription\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x01\x03gif\
    InlineQueryResultGif\x14\x84type@\xc2id\x03\x17\x87gif_url\x03\x89thumb_url\x03\tgif_width\x00\ngif_height\x00\x0cgif_duration\x00\x05title\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x01\tmpeg4_gif\
    InlineQueryResultMpeg4Gif\x19\x84typeA\xc2id\x03\x17\x89mpeg4_url\x03\x89thumb_url\x03\x0bmpeg4_width\x00\x0cmpeg4_height\x00\x0empeg4_duration\x00\x05title\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x02\ttext/html\tvideo/mp4\
    InlineQueryResultVideo\x16\x84type9\xc2id\x03\x17\x89video_url\x03\x89mime_typeB\x89thumb_url\x03\x85title\x03Gcaption\x03\x05\nparse_mode\x06\x0bvideo_width\x00\x0cvideo_height\x00\x0evideo_duration\x00\x0bdescription\x03\x0creply_markup\x08\x15input_message_content?\x00\x04-\x03\x15input_message_content\tmime_type\x0b\"text/html\"\x00\
    \x01\x05audio\
    InlineQueryResultAudio\x16\x84typeC\xc2id\x03\x17\x89audio_url\x03\x85title\x03Gcaption\x03\x05\nparse_mode\x06\tperformer\x03\x0eaudio_duration\x00\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x01\x05voice\
    InlineQueryResultVoice\x16\x84typeD\xc2id\x03\x17\x89voice_url\x03\x85title\x03Gcaption\x03\x05\nparse_mode\x06\x0evoice_duration\x00\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x01\x08document\
    \x02\x0fapplication/pdf\x0fapplication/zip\
    InlineQueryResultDocument\x19\x84typeE\xc2id\x03\x17\x85title\x03\x8cdocument_url\x03\x89mime_typeFGcaption\x03\x05\nparse_mode\x06\x0bdescription\x03\x0creply_markup\x08\x15input_message_content?\tthumb_url\x03\x0bthumb_width\x00\x0cthumb_height\x00\x00\x00\
    \x01\x08location\
    InlineQueryResultLocation\x19\x84typeG\xc2id\x03\x17\x88latitude\x12\x89longitude\x12\x85title\x03Klive_period\x00\x08\x0creply_markup\x08\x15input_message_content?\tthumb_url\x03\x0bthumb_width\x00\x0cthumb_height\x00\x00\x00\
    \x01\x05venue\
    InlineQueryResultVenue\x16\x84typeH\xc2id\x03\x17\x88latitude\x12\x89longitude\x12\x85title\x03\x87address\x03\nvenuedb_id\x03\x0creply_markup\x08\x15input_message_content?\tthumb_url\x03\x0bthumb_width\x00\x0cthumb_height\x00\x00\x00\
    \x01\x07contact\
    InlineQueryResultContact\x18\x84typeI\xc2id\x03\x17\x8cphone_number\x03\x8afirst_name\x03\tlast_name\x03\x0creply_markup\x08\x15input_message_content?\tthumb_url\x03\x0bthumb_width\x00\x0cthumb_height\x00\x00\x00\
    \x01\x04game\
    InlineQueryResultGame\x15\x84typeJ\xc2id\x03\x17\x8fgame_short_name\x03\x0creply_markup\x08\x00\x06\x0f\x01\rcallback_game\x00\
    InlineQueryResultCachedPhoto\x1c\x84type7\xc2id\x03\x17\x8dphoto_file_id\x03\x05title\x03\x0bdescription\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    InlineQueryResultCachedGif\x1a\x84type@\xc2id\x03\x17\x8bgif_file_id\x03\x05title\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    InlineQueryResultCachedMpeg4Gif\x1f\x84typeA\xc2id\x03\x17\x8dmpeg4_file_id\x03\x05title\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x01\x07sticker\
    InlineQueryResultCachedSticker\x1e\x84typeK\xc2id\x03\x17\x8fsticker_file_id\x03\x0creply_markup\x08\x15input_message_content?\x00\x00\
    InlineQueryResultCachedDocument\x1f\x84typeE\xc2id\x03\x17\x85title\x03\x90document_file_id\x03\x0bdescription\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    InlineQueryResultCachedVideo\x1c\x84type9\xc2id\x03\x17\x8dvideo_file_id\x03\x85title\x03\x0bdescription\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    InlineQueryResultCachedVoice\x1c\x84typeD\xc2id\x03\x17\x8dvoice_file_id\x03\x85title\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    InlineQueryResultCachedAudio\x1c\x84typeC\xc2id\x03\x17\x8daudio_file_id\x03Gcaption\x03\x05\nparse_mode\x06\x0creply_markup\x08\x15input_message_content?\x00\x00\
    \x04\x08forehead\x04eyes\x05mouth\x04chin\
    MaskPosition\x0c\x85pointL\x87x_shift\x12\x87y_shift\x12\x85scale\x12\x00\x00\
    LabeledPrice\x0c\x85label\x03\x86amount\x00\x00\x00\
    ShippingOption\x0e\x82id\x03\x85title\x03\x86prices-\x00\x00\
    InlineKeyboardButton\x14\x84text\x03Curl\x03\x12Mcallback_data\x03\x17\x13switch_inline_query\x03 switch_inline_query_current_chat\x03\rcallback_gameM\x03pay\x07\x00\x02Z\x06\x03url\rcallback_data\x13switch_inline_query switch_inline_query_current_chat\rcallback_game\x03pay\x00\
    KeyboardButton\x0e\x84text\x03\x0frequest_contact\x07\x10request_location\x07\x00\x03\"\x02\x0frequest_contact\x10request_location\x07Z\x06\x03url\rcallback_data\x13switch_inline_query switch_inline_query_current_chat\rcallback_game\x03pay\x00\
    InputTextMessageContent\x17\xccmessage_text\x03\x18\nparse_mode\x06\x18disable_web_page_preview\x07\x00\x00\
    InputVenueMessageContent\x18\x88latitude\x12\x89longitude\x12\x85title\x03\x87address\x03\nvenuedb_id\x03\x00\x00\
    InputLocationMessageContent\x1b\x88latitude\x12\x89longitude\x12Klive_period\x00\x08\x00\x00\
    InputContactMessageContent\x1a\x8cphone_number\x03\x8afirst_name\x03\tlast_name\x03\x00\x00\
    CallbackGame\x0c\x00\x00\
    \x00\x00\x00\x08\x03\x00\r\x01\x00\x03\x00\x00\t\x00\x00\x06\x00\x00\x08\xf6\x00\x04\x00\x00\x0c\xae\x0f\x0c\x12\x10\x0ca\x10\x0c\x8a\x10\x0e\x05\x01\n\x00\x00\x0c\xbb\x10\x0c\xf8\x10\x0en\x04\r\x10\x00\x02\x00\x00\x08\x10\x06\x01\x00\x00\x0c\x87\x11\x0c\x19\x12\x0c\xc0\x12\x0cm\x13\x0c)\x14\x0c\x1e\x15\x0c\xb1\x15\x0c`\x16\x0c\x1f\x17\x0c\xbf\x17\x0cj\x18\x0c\x03\x19\x0c]\x19\x0c\xe3\x19\x0c_\x1a\x0c\xe5\x1a\x0cH\x1b\x0c\xd3\x1b\x0c[\x1c\x0c\xd6\x1c\x0es\n\r)\x00\x0cT\x1d\x0c\x83\x1d\r,\x00\x0c\xa3\x1d\r.\x00\x0c\xcd\x1d\r0\x00\r1\x00\x0c\xa1\x1e\r3\x00\r4\x00\x05\x00\x00\x07\xa4\x10\x0b\x00\x00\x07\xe1\x10\x07K\x11\x0cd\x1f\x0c\xb4\x1f\x0c\x03 \x0cC \x0eT\x11\x07\xa6\x12\x07H\x13\x08\xfd\x13\x07\x00\x15\x07\x93\x15\x07\x1b\x16\x08%\x16\x07\xfb\x16\x07\xa1\x17\x07H\x18\x07\xe7\x18\x07\xbd\x1a\x08-\x1d\x0cw \
";

#[cfg_attr(npm, allow(dead_code))]
pub static UPDATE_TABLE: [u8; 2743] = *b"\
    \x0cq\"\x0c\xc3$\x0c\xfc$\x0cA%\x0c\x9d%\x0c\xdd%\x0c8&\x0c\x9d&\x0c\xaa\'\rV\x00\x0c\xd3\'\x0c\x19(\x0cQ(\x0c\x99(\r[\x00\x0c\xc6(\x0c\x18)\x0c_)\x0c\x94)\x0c\xcb)\x0c\x04*\x0c!*\rT\x00\x0cQ*\x0c\xa3*\x0c7+\x0c\x86+\x08v&\x0c\xbf+\x08I\'\x0c\xe7+\
    Update\x06\xc9update_id\x00\x19\x07messageN\x0eedited_messageN\x0cchannel_postN\x13edited_channel_postN\x0cinline_queryO\x14chosen_inline_resultP\x0ecallback_queryQ\x0eshipping_queryR\x12pre_checkout_queryS\x00\x00\
    Message\x07\x8amessage_id\x00\x04fromT\x84date\x00\x84chatU\x0cforward_fromT\x11forward_from_chatU\x17forward_from_message_id\x00\x11forward_signature\x03\x0cforward_date\x00\x10reply_to_messageN\tedit_date\x00\x0emedia_group_id\x03\x10author_signature\x03Dtext\x03\x03\x08entitiesW\x10caption_entitiesW\x05audioX\x08documentY\x04gameZ\x05photo\\\x07sticker]\x05video^\x05voice_\nvideo_note`Gcaption\x03\x05\x07contacta\x08locationb\x05venuec\x10new_chat_membersd\x10left_chat_memberT\x0enew_chat_title\x03\x0enew_chat_photo\\\x11delete_chat_photo6\x12group_chat_created6\x17supergroup_chat_created6\x14channel_chat_created6\x12migrate_to_chat_id\x14\x14migrate_from_chat_id\x14\x0epinned_messageN\x07invoicee\x12successful_paymentf\x11connected_website\x03\x00\x00\
    InlineQuery\x0b\x82id\x03\x84fromT\x08locationb\xc5query\x03\x1a\x86offset\x03\x00\x00\
    ChosenInlineResult\x12\x89result_id\x03\x84fromT\x08locationb\x11inline_message_id\x03\x85query\x03\x00\x00\
    CallbackQuery\r\x82id\x03\x84fromT\x07messageN\x11inline_message_id\x03\x8dchat_instance\x03\x04data\x03\x0fgame_short_name\x03\x00\x00\
    ShippingQuery\r\x82id\x03\x84fromT\x8finvoice_payload\x03\x90shipping_addressg\x00\x00\
    PreCheckoutQuery\x10\x82id\x03\x84fromT\xc8currency\x03\x16\x8ctotal_amount\x00\x8finvoice_payload\x03\x12shipping_option_id\x03\norder_infoh\x00\x00\
    User\x04\x82id\x14\x86is_bot\x07\x8afirst_name\x03\tlast_name\x03\x08username\x03\rlanguage_code\x03\x00\x00\
    \x04\x07private\x05group\nsupergroup\x07channel\
    Chat\x04\x82id\x14\x84typei\x05title\x03\x08username\x03\nfirst_name\x03\tlast_name\x03\x1eall_members_are_administrators\x07\x05photoj\x0bdescription\x03\x0binvite_link\x03\x0epinned_messageN\x10sticker_set_name\x03\x13can_set_sticker_set\x07\x00\x00\
    \x0b\x07mention\x07hashtag\x0bbot_command\x03url\x05email\x04bold\x06italic\x04code\x03pre\ttext_link\x0ctext_mention\
    MessageEntity\r\x84typek\x86offset\x00\x86length\x00\x03url\x03\x04userT\x00\x00\
    Audio\x05\x87file_id\x03\x88duration\x00\tperformer\x03\x05title\x03\tmime_type\x03\tfile_size\x00\x00\x00\
    Document\x08\x87file_id\x03\x05thumb[\tfile_name\x03\tmime_type\x03\tfile_size\x00\x00\x00\
    Game\x04\x85title\x03\x8bdescription\x03\x85photo\\Dtext\x03\x1b\rtext_entitiesW\tanimationl\x00\x00\
    PhotoSize\t\x87file_id\x03\x85width\x00\x86height\x00\tfile_size\x00\x00\x00\
    Sticker\x07\x87file_id\x03\x85width\x00\x86height\x00\x05thumb[\x05emoji\x03\x08set_name\x03\rmask_position+\tfile_size\x00\x00\x00\
    Video\x05\x87file_id\x03\x85width\x00\x86height\x00\x88duration\x00\x05thumb[\tmime_type\x03\tfile_size\x00\x00\x00\
    Voice\x05\x87file_id\x03\x88duration\x00\tmime_type\x03\tfile_size\x00\x00\x00\
    VideoNote\t\x87file_id\x03\x86length\x00\x88duration\x00\x05thumb[\tfile_size\x00\x00\x00\
    Contact\x07\x8cphone_number\x03\x8afirst_name\x03\tlast_name\x03\x07user_id\x14\x00\x00\
    Location\x08\x89longitude\x12\x88latitude\x12\x00\x00\
    Venue\x05\x88locationb\x85title\x03\x87address\x03\nvenuedb_id\x03\x00\x00\
    Invoice\x07\x85title\x03\x8bdescription\x03\x8fstart_parameter\x03\xc8currency\x03\x16\x8ctotal_amount\x00\x00\x00\
    SuccessfulPayment\x11\xc8currency\x03\x16\x8ctotal_amount\x00\x8finvoice_payload\x03\x12shipping_option_id\x03\norder_infoh\x9aplatform_payment_charge_id\x03\x9aprovider_payment_charge_id\x03\x00\x00\
    ShippingAddress\x0f\xcccountry_code\x03\x1c\x85state\x03\x84city\x03\x8cstreet_line1\x03\x8cstreet_line2\x03\x89post_code\x03\x00\x00\
    OrderInfo\t\x04name\x03\x0cphone_number\x03\x05email\x03\x10shipping_addressg\x00\x00\
    ChatPhoto\t\x8dsmall_file_id\x03\x8bbig_file_id\x03\x00\x00\
    Animation\t\x87file_id\x03\x05thumb[\tfile_name\x03\tmime_type\x03\tfile_size\x00\x00\x00\
";
