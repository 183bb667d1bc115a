package settings

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/store"
)

// timeZone sets the given time zone, if any. It refuses all but cities and offsets from UTC.
func timeZone(r *interaction.Request, p *store.Preferences) error {
	typed, ok := r.Options["zone"]
	if !ok {
		return nil
	}
	if offset, ok := parseOffset(typed); ok {
		p.Zone, p.Quiet.Offset = "", offset
		return nil
	}
	z := zoneCalled(typed)
	if z == nil {
		return engine.Refuse(refusedBadZone, "")
	}
	p.Zone = z.name
	_, offset := r.Now().In(wishes.Location(p)).Zone()
	p.Quiet.Offset = offset / 60 // for a program that does not know the zone
	return nil
}

func timeZoneText(r *interaction.Request, p *store.Preferences) string {
	return r.Words.Say("bot.zone.chosen", "Zone", zoneText(p), "Now", clockThere(r, wishes.Location(p)))
}

func suggestZones(_ context.Context, r *interaction.Request, o *interaction.Offer) {
	*o = offeredZones(r, o.Typed)
}

// offeredZones returns the typed offset from UTC and the matching cities, each with the time there.
func offeredZones(r *interaction.Request, typed string) (offer interaction.Offer) {
	add := func(name, value string, there store.Preferences) { // the offer has nothing typed, so all match
		offer.Add(name+" · "+clockThere(r, wishes.Location(&there)), value)
	}
	if offset, ok := parseOffset(typed); ok {
		there := store.Preferences{Quiet: store.QuietHours{Offset: offset}}
		add(zoneText(&there), offsetText(offset), there)
	}
	for _, z := range zonesMatching(typed, r.Words.Lang()) {
		add(z.label(r.Words.Lang()), z.name, store.Preferences{Zone: z.name})
	}
	return offer
}

// zoneText returns the city of a user's time zone, or "UTC+2".
func zoneText(p *store.Preferences) string {
	if p.Zone != "" {
		return cityOf(p.Zone)
	}
	return "UTC" + offsetText(p.Quiet.Offset)
}

func clockThere(r *interaction.Request, place *time.Location) string {
	return r.Now().In(place).Format("15:04")
}

// offsetForm matches an offset from UTC, such as "UTC+2", "-3:30" or "+0530", or UTC itself.
var offsetForm = regexp.MustCompile(`^\s*(?i:utc|gmt)?\s*(?:([-+−]?)(\d{1,2})(?::?([0-5]\d))?)?\s*$`)

// The smallest and the largest offset in the world, in minutes.
const (
	minOffset = -12 * 60
	maxOffset = 14 * 60
)

// parseOffset returns an offset from UTC in minutes, false if it is unreadable or out of range.
func parseOffset(text string) (minutes int, ok bool) {
	parts := offsetForm.FindStringSubmatch(text)
	if parts == nil || strings.TrimSpace(text) == "" {
		return 0, false
	}
	hours, _ := strconv.Atoi(parts[2]) // empty counts as 0
	minutes, _ = strconv.Atoi(parts[3])
	minutes += hours * 60
	if parts[1] == "-" || parts[1] == "−" {
		minutes = -minutes
	}
	return minutes, minutes >= minOffset && minutes <= maxOffset
}

// offsetText returns an offset in the form that parseOffset reads.
func offsetText(minutes int) string {
	sign := "+"
	if minutes < 0 {
		sign, minutes = "-", -minutes
	}
	if minutes%60 == 0 {
		return fmt.Sprintf("%s%d", sign, minutes/60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, minutes/60, minutes%60)
}

// quietHours changes the quiet hours and the time zone by the options of /me quiet. It refuses an
// unknown zone, and equal hours.
func quietHours(r *interaction.Request, p *store.Preferences) error {
	if err := timeZone(r, p); err != nil {
		return err
	}
	if r.Options["off"] == "true" || r.Options["from"] == noHours {
		p.Quiet.From, p.Quiet.To = 0, 0
		return nil
	}
	_, from := r.Options["from"]
	_, to := r.Options["to"]
	if from {
		p.Quiet.From, _ = strconv.Atoi(r.Options["from"]) // Discord sends whole numbers
	}
	if to {
		p.Quiet.To, _ = strconv.Atoi(r.Options["to"])
	}
	if (from || to) && !wishes.AnyQuiet(p.Quiet) {
		return engine.Refuse(refusedNoQuietHours, "")
	}
	return nil
}

// quietText includes the user's local time, which shows whether the time zone is right.
func quietText(r *interaction.Request, p *store.Preferences) string {
	if !wishes.AnyQuiet(p.Quiet) {
		return r.Words.Say("bot.quiet.off")
	}
	return r.Words.Say(
		"bot.quiet.on", "From", clockHour(p.Quiet.From), "To", clockHour(p.Quiet.To), "Zone", zoneText(p),
		"Now", clockThere(r, wishes.Location(p)),
	)
}

func clockHour(hour int) string { return fmt.Sprintf("%d:00", hour) }
