package settings

import (
	"context"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/store"
)

// forcedSteps handles /me auto: it sets whether the bot takes forced steps for the user, and says
// which it is. Without the option it changes nothing.
func forcedSteps(ctx context.Context, r *interaction.Request) error {
	manual := false
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		if chosen, given := r.Options["on"]; given {
			p.Manual = chosen != "true"
		}
		manual = p.Manual
		return nil
	})
	if err != nil {
		return err
	}
	key := "bot.forced.on"
	if manual {
		key = "bot.forced.off"
	}
	r.Answer.Whisper(ctx, &session.Message{Content: r.Words.Say(key)})
	return nil
}
