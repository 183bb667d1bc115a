package commands

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// locales are Discord's locales of each language that we speak; English is what everybody else
// gets. https://discord.com/developers/docs/reference#locales
var locales = map[text.Lang][]discordgo.Locale{
	"fr": {discordgo.French},
	"de": {discordgo.German},
	"es": {discordgo.SpanishES, discordgo.SpanishLATAM},
}

func english(key string) string { return text.For("en").T(key, nil) }

func localized(key string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for lang, names := range locales {
		for _, l := range names {
			all[l] = text.For(string(lang)).T(key, nil)
		}
	}
	return all
}
