package wire

// Locales has the languages of Discord's clients.
// https://discord.com/developers/docs/reference#Locales
var Locales = map[string]bool{"id": true, "da": true, "de": true, "en-GB": true, "en-US": true, "es-ES": true,
	"es-419": true, "fr": true, "hr": true, "it": true, "lt": true, "hu": true, "nl": true, "no": true, "pl": true,
	"pt-BR": true, "ro": true, "fi": true, "sv-SE": true, "vi": true, "tr": true, "cs": true, "el": true, "bg": true,
	"ru": true, "uk": true, "hi": true, "th": true, "zh-CN": true, "ja": true, "zh-TW": true, "ko": true}

// localeFallback is the language shown to users of a language without a text.
// https://discord.com/developers/docs/interactions/application-commands#localization
var localeFallback = map[string]string{"es-419": "es-ES", "en-GB": "en-US", "en-US": "en-GB"}

func Localized(texts map[string]string, locale, otherwise string) string {
	if text := texts[locale]; text != "" {
		return text
	}
	if text := texts[localeFallback[locale]]; text != "" {
		return text
	}
	return otherwise
}
