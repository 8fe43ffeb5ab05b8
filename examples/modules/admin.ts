// The module of the administrators: commands in groups, and a command that another module's router gets.
import { byAdmins, type CommandRoutes, commands, inGroups, reply } from "botwire";

/** For the router of the shop, which lists them in /help. */
export const adminCommands = {
  stock: {
    help: "Shows what is left",
    run: byAdmins((message) => reply(message, "Nine teas, one cake."), "Only administrators can do this."),
  },
} satisfies CommandRoutes;

export const admin = inGroups(
  commands({
    ban: byAdmins(async (message, _command, { bot }) => {
      const target = message.reply_to_message?.from;
      if (!target) return reply(message, "Reply to a message of the user with /ban");
      await bot.kickChatMember({ chat_id: message.chat.id, user_id: target.id });
      return reply(message, `${target.first_name} is banned.`);
    }, "Only administrators can do this."),
  }),
);
