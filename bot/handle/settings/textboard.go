package settings

import (
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/store"
)

// textBoards handles /me text: it turns text boards on or off for the user, and says which it is.
// Without the option it changes nothing.
func textBoards(ctx context.Context, r *interaction.Request) error {
	on := false
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		if chosen, given := r.Options["on"]; given {
			p.Text = chosen == "true"
		}
		on = p.Text
		return nil
	})
	if err != nil {
		return err
	}
	key := "bot.textboard.off"
	if on {
		key = "bot.textboard.on"
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key)})
	return nil
}
