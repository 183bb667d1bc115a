package sentences_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestNoNameOfAPersonLooksLikeThatOfAComputer(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		seen := map[string]bool{}
		for nth := 1; nth <= table.MaxComputers; nth++ {
			for level := 1; level <= engine.ComputerLevels; level++ {
				p := sentences.Computer(w, table.ComputerID(nth, level))
				shown, plain := sentences.Name(w, p), sentences.PlainName(w, p)
				require.False(t, seen[shown], shown)
				seen[shown] = true
				require.NotContains(t, strings.Trim(shown, "`"), "`")
				for _, name := range []string{shown, plain, strings.Trim(shown, "`"), "`" + plain + "`"} {
					person := table.Player{User: 9, Name: name}
					require.NotEqual(t, shown, sentences.Name(w, person))
					require.NotContains(t, strings.ReplaceAll(sentences.Name(w, person), "\\`", ""), "`")
					require.NotEqual(t, plain, sentences.PlainName(w, person))
				}
			}
		}
	}
}

func TestComputersAreNamedWithTheirLevelInEveryLine(t *testing.T) {
	in := games.All[0].Info()
	w := text.For("fr")
	nabu := sentences.Computer(w, table.ComputerID(1, 3))
	lobby, err := table.Load(games.Rules, []table.Event{
		table.OpenLobby(in, table.Player{User: 1, Name: "`Nabou · ordinateur 3`"}, nil, 0, 0),
		table.AddComputer(nabu, 1, 0),
	})
	require.NoError(t, err)
	shown := "`Nabou · ordinateur 3`"
	require.Equal(t, shown, sentences.AllNames(w, lobby)[1])
	require.Equal(t, "`Nabu · computer 3`", sentences.NameOf(text.For("en"), lobby, nabu.User))
	require.Equal(t, "\\`Nabou · ordinateur 3\\`", sentences.AllNames(w, lobby)[0])
	require.Equal(t, "Nabou · ordinateur 3", text.Unescaped(shown), "menus show no code spans")
	require.Equal(t, shown, text.Unescaped(sentences.AllNames(w, lobby)[0]))
	require.Equal(t, "Niveau 3\u00a0: moyen", sentences.LevelName(w, 3))
}
