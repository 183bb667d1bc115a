package settings

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/wishes"
	"amytis/bot/text"
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
		return engine.Refuse("bad_zone", "")
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
	return minutes, minutes >= -12*60 && minutes <= 14*60 // the smallest and the largest in the world
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

// quietHours is for /me quiet. It refuses an unknown zone, and equal hours.
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
		return engine.Refuse("no_quiet_hours", "")
	}
	return nil
}

// quietText includes the user's local time, which shows whether the time zone is right.
func quietText(r *interaction.Request, p *store.Preferences) string {
	if !wishes.AnyQuiet(p.Quiet) {
		return r.Words.Say("bot.quiet.off")
	}
	return r.Words.Say("bot.quiet.on", "From", clockHour(p.Quiet.From), "To", clockHour(p.Quiet.To),
		"Zone", zoneText(p), "Now", clockThere(r, wishes.Location(p)))
}

func clockHour(hour int) string { return fmt.Sprintf("%d:00", hour) }

// zonesText lists the time zones that the bot offers, one a line: the code of a country, the IANA
// name, both from zone.tab of the IANA's time zone database (public domain), and other names.
// https://data.iana.org/time-zones/tzdb/zone.tab
//
//go:embed zones.txt
var zonesText string

type zone struct {
	name    string // the IANA name, such as "America/Sao_Paulo"
	country language.Region
	called  []string // the plain city and IANA name, then those of other names
}

// zones returns the time zones in the order of continents and cities.
var zones = sync.OnceValue(func() (all []*zone) {
	for line := range strings.Lines(zonesText) {
		fields := strings.Fields(line)
		z := &zone{name: fields[1], country: language.MustParseRegion(fields[0])}
		for _, name := range fields[1:] {
			z.called = append(z.called, plain(cityOf(name)), plain(name))
		}
		all = append(all, z)
	}
	return all
})

// cityOf returns the city in the IANA name of a time zone.
func cityOf(name string) string {
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '/')+1:], "_", " ")
}

// plain returns a name without case, accents and underscores.
func plain(name string) string {
	without := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)))
	name, _, _ = transform.String(without, name) // an incomplete name matches nothing
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "_", " "))
}

// countriesIn returns what names countries in a language.
func countriesIn(lang text.Lang) display.Namer { return display.Regions(language.Make(string(lang))) }

func (z *zone) label(lang text.Lang) string {
	city := cityOf(z.name)
	if country := countriesIn(lang).Name(z.country); country != city { // as Singapore is
		return city + ", " + country
	}
	return city
}

// zoneCalled returns the zone with a name or a city, or nil.
func zoneCalled(typed string) *zone {
	all, wanted := zones(), plain(typed)
	i := slices.IndexFunc(all, func(z *zone) bool { return slices.Contains(z.called, wanted) })
	if i < 0 {
		return nil
	}
	return all[i]
}

// wellKnown are the zones to choose from before anything is typed.
var wellKnown = []string{
	"Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Athens", "Europe/Moscow",
	"Africa/Lagos", "Africa/Johannesburg", "Africa/Nairobi", "Asia/Dubai", "Asia/Kolkata", "Asia/Bangkok",
	"Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
	"America/Sao_Paulo", "America/Argentina/Buenos_Aires", "America/New_York", "America/Chicago",
	"America/Mexico_City", "America/Denver", "America/Los_Angeles",
}

// zonesMatching returns zones whose city starts with the typed text, then whose country does, then
// zones with the text anywhere in the city, then in the country or IANA name.
func zonesMatching(typed string, lang text.Lang) []*zone {
	all, countries := zones(), countriesIn(lang)
	typed = plain(typed)
	if typed == "" {
		var known []*zone
		for _, name := range wellKnown {
			known = append(known, zoneCalled(name))
		}
		return known
	}
	var byFit [4][]*zone
	for _, z := range all {
		city, country := z.called[0], plain(countries.Name(z.country))
		switch {
		case strings.HasPrefix(city, typed), slices.Contains(z.called[2:], typed):
			byFit[0] = append(byFit[0], z)
		case strings.HasPrefix(country, typed):
			byFit[1] = append(byFit[1], z)
		case strings.Contains(city, typed):
			byFit[2] = append(byFit[2], z)
		case strings.Contains(country, typed), strings.Contains(z.called[1], typed):
			byFit[3] = append(byFit[3], z)
		}
	}
	matching := slices.Concat(byFit[0], byFit[1], byFit[2], byFit[3])
	return matching[:min(len(matching), control.MaxChoices-1)] // the rest is for an offset
}
