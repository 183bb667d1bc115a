package interaction

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"
)

func TestNamesAreReadableInOneLineAndTurnNoTextAroundThem(t *testing.T) {
	for name, want := range map[string]string{
		"Ana":                         "Ana",
		"Ana\u202egnp.exe":            "Anagnp.exe",
		"\u2066\u200f\u061cBo\u2069":  "Bo",
		"Cleo\nwins\r\n":              "Cleo wins",
		"Dan\u2028\u2029\u0085\tBold": "Dan Bold",
		"a\x00b\x1b[31m":              "ab[31m",
		"  two  words ":               "two words",
		"דנה":                         "דנה",
		"ليلى 42":                     "ليلى 42",
		"می\u200cخواهم":               "می\u200cخواهم",
		"👩\u200d🚀 Éli":                "👩\u200d🚀 Éli",
		"❤\ufe0f":                     "❤\ufe0f",
		"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"\u202e\n":         "login",
		"◊":                "login",
		"\u3164":           "login",
		"\u2800\u2063":     "login",
		"\u0301":           "login",
		"Al\u200dex\u200b": "Alex",
		"e\u0301":          "é",
		"":                 "login",
	} {
		user := &discordgo.User{Username: "login"}
		require.Equal(t, want, DisplayName(&discordgo.Member{Nick: name, User: user}), "%q", name)
		user.GlobalName = name
		require.Equal(t, want, DisplayName(&discordgo.Member{User: user}), "%q", name)
	}
}
