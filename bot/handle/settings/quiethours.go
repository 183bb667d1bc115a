package settings

import (
	"context"
	"fmt"
	"strconv"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/engine"
	"amytis/store"
)

// quietHours handles /me quiet: it changes the user's quiet hours by the given options, shows the
// result, and has the user's tables follow.
func quietHours(ctx context.Context, r *interaction.Request) error {
	before, after, err := changeOwn(ctx, r, func(p *store.Preferences) error { return chooseHours(p, r) })
	if err != nil {
		return err
	}
	r.Answer.Whisper(ctx, &message.Message{Content: quietText(r, &after)})
	if after.Quiet != before.Quiet || after.Zone != before.Zone {
		reconsider(ctx, r)
	}
	return nil
}

// chooseHours changes the quiet hours and the time zone by the options of a command. Options that
// are left out change nothing. It refuses an unknown zone, and equal hours for the beginning and
// the end.
func chooseHours(p *store.Preferences, r *interaction.Request) error {
	if r.Options["off"] == "true" {
		p.Quiet.From, p.Quiet.To = 0, 0
		return nil
	}
	if err := chooseZone(p, r); err != nil {
		return err
	}
	_, from := r.Options["from"]
	_, to := r.Options["to"]
	if from {
		p.Quiet.From, _ = strconv.Atoi(r.Options["from"]) // Discord sends whole numbers
	}
	if to {
		p.Quiet.To, _ = strconv.Atoi(r.Options["to"])
	}
	if (from || to) && !p.Quiet.Any() {
		return engine.Refuse(refusedNoQuietHours, "")
	}
	return nil
}

// quietText returns the text about quiet hours. It includes the user's local time, which shows
// whether the time zone is right.
func quietText(r *interaction.Request, p *store.Preferences) string {
	if !p.Quiet.Any() {
		return r.Words.Say("bot.quiet.off")
	}
	return r.Words.Say(
		"bot.quiet.on", "From", clockHour(p.Quiet.From), "To", clockHour(p.Quiet.To), "Zone", zoneText(p),
		"Now", clockThere(r, p.Location()),
	)
}

// clockHour returns an hour from 0 to 23 as a time of day.
func clockHour(hour int) string { return fmt.Sprintf("%d:00", hour) }
