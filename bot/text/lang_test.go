package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord/wire"
)

func TestALanguageHasAllThatItNeeds(t *testing.T) {
	folders, err := embedded.ReadDir("catalog")
	require.NoError(t, err)
	require.Len(t, languages, len(folders), "a folder each")
	read := map[string]bool{}
	for _, l := range languages {
		require.NotEmpty(t, l.locales, l.lang)
		for _, locale := range l.locales {
			require.True(t, wire.Locales[locale] && !read[locale], "%s is not one of Discord's, or twice", locale)
			read[locale] = true
		}
		require.NotEmpty(t, l.date, l.lang)
		require.True(t, l.lang == English || l.formal != "" && banned[l.lang] != nil && sameWord[l.lang] != nil, l.lang)
	}
}

func TestADayIsWrittenAsInItsLanguage(t *testing.T) {
	day := time.Date(2026, time.December, 5, 0, 0, 0, 0, time.UTC)
	for lang, want := range map[Lang]string{English: "5 Dec 2026", French: "05/12/2026", German: "05.12.2026", Spanish: "05/12/2026"} {
		require.Equal(t, want, For(string(lang)).Date(day), lang)
	}
}
