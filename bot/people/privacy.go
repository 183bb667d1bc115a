package people

import (
	"context"
	"time"

	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/store"
)

// privacy handles /privacy: it says what is kept, why and for how long. Only the user sees it.
func privacy(ctx context.Context, r *interaction.Request) error {
	names := r.Words.Say("bot.privacy.forever")
	if days := r.Privacy.KeepDays; days > 0 {
		names = r.Words.Say("bot.privacy.names", "Count", days)
	}
	r.Answer.Whisper(ctx, &session.Message{Content: r.Words.Say("bot.privacy.lines",
		"Names", names, "Days", int(store.KeepGone/(24*time.Hour)), "Contact", r.Privacy.Contact)})
	return nil
}
