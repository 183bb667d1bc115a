package pictures

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/render"
)

func TestPicturesShowTheNamesAndLevelsOfComputers(t *testing.T) {
	for _, lang := range text.Langs() {
		w := text.For(string(lang))
		for nth := 1; nth <= table.MaxComputers; nth++ {
			name := w.Say("bot.computer.name." + strconv.Itoa(nth))
			at := &table.Table{Players: []table.Player{
				{User: table.ComputerID(nth, 4), Name: name}, {User: 9, Name: text.Marked(name + " 4")},
			}}
			shown := Names(at)
			require.True(t, strings.HasSuffix(shown[0], name+" 4"), shown[0])
			require.Equal(t, shown[0], render.Legible(shown[0]), "the fonts have the mark")
			require.NotEqual(t, render.Legible(shown[0]), render.Legible(shown[1]), "a person has the name of a computer")
		}
	}
}
