package rendertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"amytis/render"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"
)

// Langs are the languages of the catalogs.
var Langs = []string{"en", "fr", "de", "es"}

// catalog is one file of one language: what it lacks fails the test.
type catalog struct {
	t         testing.TB
	localizer *i18n.Localizer
}

// Words reads a file of the catalogs, and the words for lists; the test runs in a folder below
// render.
func Words(t testing.TB, lang, file string) render.Words {
	t.Helper()
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	for _, name := range []string{"list.toml", file} {
		data, err := os.ReadFile(filepath.Join("..", "..", "bot", "text", "catalog", lang, name))
		require.NoError(t, err)
		_, err = bundle.ParseMessageFileBytes(data, lang+".toml")
		require.NoError(t, err)
	}
	return catalog{t, i18n.NewLocalizer(bundle, lang)}
}

func (c catalog) T(key string, args map[string]any) string {
	config := &i18n.LocalizeConfig{MessageID: key, TemplateData: args}
	if n, ok := args["Count"]; ok {
		config.PluralCount = n
	}
	text, err := c.localizer.Localize(config)
	require.NoError(c.t, err, key)
	require.NotContains(c.t, text, "<no value>", key)
	require.NotEmpty(c.t, strings.TrimSpace(text), key)
	return text
}
