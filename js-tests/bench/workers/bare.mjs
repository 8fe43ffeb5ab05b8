// The same work without a library: JSON in, JSON out, no checks.
export default {
  async fetch(request) {
    const { message } = await request.json();
    if (!message?.text) return new Response(null);
    const call = { method: "sendMessage", chat_id: message.chat.id, text: message.text };
    return new Response(JSON.stringify(call), { headers: { "content-type": "application/json" } });
  },
};
