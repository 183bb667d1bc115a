package settings

import (
	"fmt"
	"strconv"

	"amytis/bot/handle/interaction"
	"amytis/engine"
	"amytis/store"
)

// quietHours changes the quiet hours and the time zone by the options of /me quiet. It refuses an
// unknown zone, and equal hours.
func quietHours(r *interaction.Request, p *store.Preferences) error {
	if r.Options["off"] == "true" {
		p.Quiet.From, p.Quiet.To = 0, 0
		return nil
	}
	if err := timeZone(r, p); err != nil {
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

// quietText includes the user's local time, which shows whether the time zone is right.
func quietText(r *interaction.Request, p *store.Preferences) string {
	if !p.Quiet.Any() {
		return r.Words.Say("bot.quiet.off")
	}
	return r.Words.Say(
		"bot.quiet.on", "From", clockHour(p.Quiet.From), "To", clockHour(p.Quiet.To), "Zone", zoneText(p),
		"Now", clockThere(r, p.Location()),
	)
}

func clockHour(hour int) string { return fmt.Sprintf("%d:00", hour) }
