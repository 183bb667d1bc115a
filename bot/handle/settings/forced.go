package settings

import (
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/store"
)

// forcedSteps handles /me auto: it sets whether the bot takes forced steps for the user, and says
// which it is. Without the option it changes nothing. Once the bot may, it takes the steps that
// have waited long enough.
func forcedSteps(ctx context.Context, r *interaction.Request) error {
	manual, allowed := false, false
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		before := p.Manual
		if chosen, given := r.Options["on"]; given {
			p.Manual = chosen != "true"
		}
		manual, allowed = p.Manual, before && !p.Manual
		return nil
	})
	if err != nil {
		return err
	}
	key := "bot.forced.on"
	if manual {
		key = "bot.forced.off"
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key)})
	if allowed {
		reconsider(ctx, r)
	}
	return nil
}
