package commands

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// locales lists Discord's locales for each language of the catalogs. Users with other locales get
// English. https://discord.com/developers/docs/reference#locales
var locales = map[text.Lang][]discordgo.Locale{
	"fr": {discordgo.French},
	"de": {discordgo.German},
	"es": {discordgo.SpanishES, discordgo.SpanishLATAM},
}

// english returns the English text of a key.
func english(key string) string { return text.For("en").T(key, nil) }

// localized returns the texts of a key by locale, without English.
func localized(key string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for lang, names := range locales {
		for _, l := range names {
			all[l] = text.For(string(lang)).T(key, nil)
		}
	}
	return all
}
