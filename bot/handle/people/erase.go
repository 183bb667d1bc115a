package people

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/engine/table"
)

const formerKey = "bot.former"

// pressErase says what happens, and asks.
func pressErase(ctx context.Context, r *interaction.Request) error {
	r.Answer.InPlace(ctx, &message.Message{
		Content: r.Words.Say("bot.data.ask", "Former", r.PublicWords(ctx).Say(formerKey)),
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			r.Words, "bot.button.erase_sure", discordgo.DangerButton, control.Control{Action: control.EraseSure},
		))},
	})
	return nil
}

// pressEraseSure erases the user. Their name becomes a former player's, in each server's language.
func pressEraseSure(ctx context.Context, r *interaction.Request) error {
	err := r.Tables.Erase(ctx, r.User, func(guild table.GuildID) string {
		return r.Languages.Words(ctx, guild, "").Say(formerKey)
	})
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say("bot.data.erased")})
	return nil
}
