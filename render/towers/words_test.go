package towers

import (
	"testing"

	"amytis/render"
	"amytis/render/rendertest"
)

func words(t testing.TB, lang string) render.Words {
	t.Helper()
	return rendertest.Words(t, lang, "towers_alt.toml")
}
