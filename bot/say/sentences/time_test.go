package sentences

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/text"
	"amytis/engine/table"
)

func TestStandInsThatEndAreNamedWithoutWhoComesBack(t *testing.T) {
	before := &table.Table{Status: table.Running, Players: []table.Player{{Name: "Ana"}, {Name: "Bo"}, {Name: "Cleo"}}}
	after := *before
	before.StandIns[1], before.StandIns[2] = table.ComputerID(1, 3), table.ComputerID(2, 3)
	require.Equal(t, "🤖 Nobody else is playing now, so no computer stands in: it's up to Bo to play again.",
		aloneNews(text.For("en"), before, &after, 1))
	require.Empty(t, aloneNews(text.For("en"), before, before, 1))
}

func TestASuspensionIsToldWithItsLength(t *testing.T) {
	w, at := text.For("en"), &table.Table{}
	at.Suspension.Since, at.Suspension.Until = 1000, 1000+90*60_000
	const said = "⏸️ I couldn't see this channel for 1 hour 30 minutes."
	require.Equal(t, said, resumeLine(w, at))
	at.Status = table.Running
	require.Equal(t, said+" The game goes on.", resumeLine(w, at))
	at.Limit = 3600
	require.Equal(t, said+" The game goes on, with all the time that was left.", resumeLine(w, at))
}
