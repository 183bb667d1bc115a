package settings

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"amytis/bot/discord/control"
	"amytis/bot/text"
)

// zonesText lists the time zones that the bot offers, one a line: the code of a country, the IANA
// name, both from zone.tab of the IANA's time zone database (public domain), and other names.
// https://data.iana.org/time-zones/tzdb/zone.tab
//
//go:embed zones.txt
var zonesText string

type zone struct {
	name string // the IANA name, such as "America/Sao_Paulo"
	city string // such as "Sao Paulo"
	// countries holds the name of the zone's country in every language.
	countries map[text.Lang]string
	// These are compared with typed text; see plain.
	plainName      string
	plainCity      string
	plainCountries map[text.Lang]string
	plainOthers    []string
}

// zones returns the time zones in the order of continents and cities.
var zones = sync.OnceValue(func() []*zone {
	var all []*zone
	for line := range strings.Lines(zonesText) {
		fields := strings.Fields(line)
		country, name := fields[0], fields[1]
		z := &zone{
			name: name, city: cityOf(name),
			countries: map[text.Lang]string{}, plainCountries: map[text.Lang]string{},
		}
		z.plainName, z.plainCity = plain(z.name), plain(z.city)
		for _, other := range fields[2:] {
			z.plainOthers = append(z.plainOthers, plain(other), plain(cityOf(other)))
		}
		for _, lang := range text.Langs() {
			z.countries[lang] = display.Regions(language.Make(string(lang))).Name(language.MustParseRegion(country))
			z.plainCountries[lang] = plain(z.countries[lang])
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

func (z *zone) label(lang text.Lang) string {
	if z.countries[lang] == z.city { // Singapore
		return z.city
	}
	return z.city + ", " + z.countries[lang]
}

// zoneCalled returns the zone with a name or a city, or nil.
func zoneCalled(typed string) *zone {
	wanted := plain(typed)
	for _, z := range zones() {
		if wanted == z.plainName || wanted == z.plainCity || slices.Contains(z.plainOthers, wanted) {
			return z
		}
	}
	return nil
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
	all := zones()
	typed = plain(typed)
	if typed == "" {
		var known []*zone
		for _, name := range wellKnown {
			i := slices.IndexFunc(all, func(z *zone) bool { return z.name == name })
			known = append(known, all[i])
		}
		return known
	}
	var byFit [4][]*zone
	for _, z := range all {
		city, country := z.plainCity, z.plainCountries[lang]
		switch {
		case strings.HasPrefix(city, typed), slices.Contains(z.plainOthers, typed):
			byFit[0] = append(byFit[0], z)
		case strings.HasPrefix(country, typed):
			byFit[1] = append(byFit[1], z)
		case strings.Contains(city, typed):
			byFit[2] = append(byFit[2], z)
		case strings.Contains(country, typed), strings.Contains(z.plainName, typed):
			byFit[3] = append(byFit[3], z)
		}
	}
	matching := slices.Concat(byFit[0], byFit[1], byFit[2], byFit[3])
	return matching[:min(len(matching), control.MaxChoices-1)] // the rest is for an offset
}
