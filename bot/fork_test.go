package bot

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/seats"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// at returns a table as the store has it.
func (f *forger) at(id table.ID) *table.Table {
	f.Helper()
	_, log, err := f.store.Table(f.Context(), id)
	require.NoError(f, err)
	t, err := table.Load(games.Rules, log)
	require.NoError(f, err)
	return t
}

// opened returns the open table of the channel.
func (f *forger) opened() (table.ID, *table.Table) {
	f.Helper()
	id, err := f.store.OpenTable(f.Context(), table.ChannelID(f.channel))
	require.NoError(f, err, f.said)
	return id, f.at(id)
}

// end has the player resign at a table of two.
func (f *forger) end(id table.ID) {
	f.Helper()
	f.press(control.Control{Action: control.Resign, Table: id}.ID())
	require.Equal(f, table.Ended, f.at(id).Status, f.said)
}

func TestOnlyAGameThatIsOverCanBeginAgain(t *testing.T) {
	f, w := newForger(t), text.For("en-US")
	id := f.begin()
	again := control.Control{Action: control.SameDeal, Table: id}.ID()
	refused := func(key string) {
		t.Helper()
		f.press(again)
		require.Contains(t, f.said, w.Say("table.refused."+key))
	}
	refused("not_over")
	f.press(control.Control{Action: control.Abort, Table: id}.ID())
	require.Equal(t, table.Abandoned, f.at(id).Status)
	refused("not_over")

	id = f.begin()
	f.end(id)
	again = control.Control{Action: control.SameDeal, Table: id}.ID()
	f.channel++
	refused("foreign_control")
	f.channel--
	f.press(again)
	_, fork := f.opened()
	require.Equal(t, id, fork.Fork)
	f.press(again)
	require.Contains(t, f.said, "⛔", "the channel has an open table")
}

// TestAGameGoesOnFromAPosition goes on from every few positions of random games.
func TestAGameGoesOnFromAPosition(t *testing.T) {
	f := newForger(t)
	const user table.UserID = 42
	level, moves, seat := 0, []engine.Move(nil), engine.Seat(0)
	f.bot.router.Routes[":play_out"] = interaction.Route{Handle: func(ctx context.Context, r *interaction.Request) error {
		return seats.PlayOut(ctx, r, r.At, moves, seat, level)
	}}
	for _, options := range []string{
		`[{"name":"game","type":3,"value":"gardens"},{"name":"setup","type":3,"value":"hand"}]`,
		`[{"name":"game","type":3,"value":"babel"}]`,
	} {
		id := f.beginWith(options)
		f.end(id)
		ended := f.at(id)
		g := ended.Game
		played, _, err := g.Playout(ended.Options, ended.SeatInfos(), ended.Setup, playtest.Rand(1))
		require.NoError(t, err)
		for n := 0; n < len(played); n += len(played) / longrun.Choose(2, 3) {
			moves = played[:n]
			before, _, err := g.Replay(ended.Options, ended.SeatInfos(), ended.Setup, played[:n])
			require.NoError(t, err)
			for _, level = range []int{0, 2} {
				seat = engine.Seat(level) // of the two, in turn or not
				f.press(control.Control{Action: "play_out", Table: id}.ID())
				opened, fork := f.opened()
				require.Equal(t, id, fork.Fork)
				require.Equal(t, user, fork.Host)
				require.False(t, fork.Rated(), "a fork does not count")
				if engine.MayBegin(before) {
					require.Equal(t, n, fork.Given())
				}
				if level == 0 {
					require.Equal(t, table.Lobby, fork.Status)
					require.Len(t, fork.Players, 1)
					fewest, most := fork.Seats()
					require.Equal(t, [2]int{2, 2}, [2]int{fewest, most})
				} else {
					require.Equal(t, table.Running, fork.Status)
					require.True(t, fork.Solo(), "the user plays alone")
					require.Equal(t, 1, len(fork.Computers().Slice()))
					for i := range fork.Given() { // the program may have made the next step
						require.Equal(t, played[i], fork.Moves[i].Move, "it begins at the position")
					}
					require.Equal(t, seat, fork.Seat(user), "the user keeps the seat")
					require.Equal(t, ended.Setup, fork.Setup)
				}
				f.press(control.Control{Action: control.Abort, Table: opened}.ID())
			}
		}
	}
}
