package text

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlainEscapesMarkdownAndMentions(t *testing.T) {
	for name, want := range map[string]string{
		"Ana": "Ana", "a_b*c": `a\_b\*c`, "`x`": "\\`x\\`", "<@123>": `\<@` + "\u200b" + `123\>`,
		"@everyone": "@\u200beveryone", "# big": `\# big`, "[a](b)": `\[a\](b)`, "||s||": `\|\|s\|\|`, `\`: `\\`, "~~x~~": `\~\~x\~\~`,
		":tada:": `\:tada\:`,
	} {
		require.Equal(t, want, Plain(name))
	}
}

func TestCutKeepsWholeCharacters(t *testing.T) {
	require.Equal(t, "été", Cut("été", 3))
	require.Equal(t, "ét…", Cut("étés", 3))
	require.Equal(t, "", Cut("", 5))
}
