package pictures

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/render"
)

func TestPicturesShowTheNamesOfComputers(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		for nth := 1; nth <= table.MaxComputers; nth++ {
			computer := table.Computer(table.ComputerID(nth, 4))
			name := computer.Name
			at := &table.Table{Players: []table.Player{
				computer, {User: 9, Name: text.Drawn(name)},
			}}
			shown := Names(w, at, true)
			require.True(t, strings.HasSuffix(shown[0], name), shown[0])
			require.Equal(t, shown[0], render.Legible(shown[0]), "the fonts have the mark")
			require.NotEqual(t, render.Legible(shown[0]), render.Legible(shown[1]), "a person has the name of a computer")
		}
		at := &table.Table{Players: []table.Player{{User: 8, Name: "漢字", Seat: 1}, {User: 9, Name: "\u3164", Seat: 2}}}
		first, second := w.Say("bot.anonymous", "Number", 1), w.Say("bot.anonymous", "Number", 2)
		require.Equal(t, []string{first, second}, Names(w, at, true), "the fonts lack the name, or nobody sees it")
		require.Equal(t, []string{"漢字", second}, Names(w, at, false))
	}
}
