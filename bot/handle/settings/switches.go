package settings

import (
	"context"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/store"
)

// textBoards handles /me text. Without the option it only says whether text boards are on.
func textBoards(ctx context.Context, r *interaction.Request) error {
	_, after, err := changeOwn(ctx, r, func(p *store.Preferences) error {
		if chosen, given := r.Options["on"]; given {
			p.Text = chosen == "true"
		}
		return nil
	})
	if err != nil {
		return err
	}
	key := "bot.textboard.off"
	if after.Text {
		key = "bot.textboard.on"
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key)})
	return nil
}

// forcedSteps handles /me auto. Without the option it only says which it is. Once the bot may take
// forced steps, it takes those that have waited long enough.
func forcedSteps(ctx context.Context, r *interaction.Request) error {
	before, after, err := changeOwn(ctx, r, func(p *store.Preferences) error {
		if chosen, given := r.Options["on"]; given {
			p.Manual = chosen != "true"
		}
		return nil
	})
	if err != nil {
		return err
	}
	key := "bot.forced.on"
	if after.Manual {
		key = "bot.forced.off"
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key)})
	if before.Manual && !after.Manual {
		reconsider(ctx, r)
	}
	return nil
}

// private handles /me private.
func private(ctx context.Context, r *interaction.Request) error {
	_, after, err := changeOwn(ctx, r, func(p *store.Preferences) error {
		p.Private = r.Options["hide"] != "false"
		return nil
	})
	if err != nil {
		return err
	}
	key := "bot.profile.shown"
	if after.Private {
		key = "bot.profile.hidden"
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key)})
	return nil
}

// changeOwn changes the user's preferences, unless change returns an error, and returns them before
// and after.
func changeOwn(
	ctx context.Context, r *interaction.Request, change func(*store.Preferences) error,
) (before, after store.Preferences, err error) {
	err = r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		before = *p
		err := change(p)
		after = *p
		return err
	})
	return before, after, err
}
