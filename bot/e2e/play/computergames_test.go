package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// TestOnePersonPlaysWholeGamesAgainstComputersByPresses plays games of every pace; other tests end
// games of Gardens. The channel gets a message about the start and one about the end, and the
// person is pinged at most for the start.
func TestOnePersonPlaysWholeGamesAgainstComputersByPresses(t *testing.T) {
	longrun.Only(t, "by day whole games against computers are played in direct messages")
	t.Parallel()
	for i, v := range []harness.Variant{
		harness.BabelVariant, harness.LiveTowers,
	} {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			env := harness.New(t, harness.Options{
				Locale: harness.Locales[i%4], Seed: uint64(200 + i), Script: v.Script,
			})
			ana := env.NewPlayer("Ana", harness.Locales[(i+1)%4])
			ch := env.Guild.AddChannel("solo")
			at := env.At(ch)
			at.Open(v.Options, []*harness.Player{ana}, []int{2, 1}[:v.MinPlayers-1]...)
			at.PlayAgainstComputers(ana)
			env.CheckClean()
			ended, log := at.Ended()
			ana.Acks.Check(log)
			checkComputersMoved(t, ended, v.MinPlayers-1)
			if v.Script.Live {
				return
			}
			require.Len(t, ch.Messages(), 3, "lobby, table and end")
			require.LessOrEqual(t, len(ana.Pings()), 1)
			at.CheckNoButtons()
			at.CheckRecord(ended)
			at.CheckStore()
			require.Contains(t, ch.Last().Content, "`"+env.Words.Say("bot.computer.name.1")+" · ")
		})
	}
}

// checkComputersMoved checks that some computers have played to the end of a game, and only for
// themselves.
func checkComputersMoved(t *testing.T, ended *table.Table, computers int) {
	t.Helper()
	require.Equal(t, computers, ended.Computers().Len())
	var moved engine.SeatSet
	for _, m := range ended.Moves {
		if m.Move.Seat != engine.Chance {
			require.Equal(t, ended.Player(m.Move.Seat).User, m.By)
			moved |= engine.Seats(m.Move.Seat)
		}
	}
	require.Equal(t, ended.Computers(), moved&ended.Computers())
}
