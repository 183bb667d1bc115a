package bot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/engine"
	"amytis/engine/table"
)

func TestControlsRoundTrip(t *testing.T) {
	for id, c := range map[string]control{
		"join:1:0:":                     {actJoin, 1, 0, ""},
		"move:zz:a:place GR2 c3 r1 L2":  {actMove, 35*36 + 35, 10, "place GR2 c3 r1 L2"},
		"topic:0:0:gardens":             {actTopic, 0, 0, "gardens"},
		"rank:0:0:gardens,2":            {actStandings, 0, 0, "gardens,2"},
		"move:1:1:a:b":                  {actMove, 1, 1, "a:b"},
		"panel:3w5e11264sgsf:1z141z3:":  {actPanel, 1<<64 - 1, 1<<32 - 1, ""},
		"opt:1:0:build":                 {actOption, 1, 0, "build"},
		"move:1:1:fountain c4 d4 as=d4": {actMove, 1, 1, "fountain c4 d4 as=d4"},
		"move:1:1:end keep=GR2":         {actMove, 1, 1, "end keep=GR2"},
		"undo:8:ff:":                    {actUndo, 8, 15*36 + 15, ""},
	} {
		require.Equal(t, id, c.id())
		got, ok := parseControl(id)
		require.True(t, ok, id)
		require.Equal(t, c, got)
	}
}

func TestWhatIsNoControlIsRefused(t *testing.T) {
	for _, id := range []string{"", "move", "move:1", "move:1:2", ":1:2:x", "move:!:2:", "move:1:!:", "move::1:", "move:1::",
		"move:01:1:", "move:1:A:", "move:-1:1:", "move:1:zzzzzzzz:", "move:1:1:" + string(make([]byte, maxCustomID))} {
		_, ok := parseControl(id)
		require.False(t, ok, "%q", id)
	}
}

// TestEveryMoveFitsIntoAControl holds the longest move of each game, at a table
// and a version that nobody will see, to Discord's limit.
func TestEveryMoveFitsIntoAControl(t *testing.T) {
	for _, g := range games.All {
		for _, m := range playout(t, g, nil, g.Info().MaxSeats).moves {
			if m.Seat == engine.Chance {
				continue // nobody presses a shuffle
			}
			text := string(g.AppendMove(nil, m)[2:])
			require.LessOrEqual(t, len(control{actMove, 1 << 40, 1 << 20, text}.id()), maxCustomID)
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, id := range []string{"join:1:0:", "move:zz:a:place GR2 c3 r1 L2 open=d4", ":::", "a:b:c:d:e"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		c, ok := parseControl(id)
		if ok && (c.id() != id || len(id) > maxCustomID) {
			t.Fatalf("%q is read as %+v, which is written %q", id, c, c.id())
		}
	})
}

// played is a game that was played out at random, and a table at any point of
// it.
type playedOut struct {
	game    games.Entry
	options engine.Options
	events  []table.Event
	moves   []engine.Move
}

func playout(t testing.TB, g games.Entry, options engine.Options, players int) playedOut {
	t.Helper()
	p := playedOut{game: g, options: options}
	p.events = []table.Event{{Kind: table.Opened, By: 1, Name: "Ana", Game: g.Info().ID, Rules: 1, Options: options}}
	for i, name := range []string{"Bo", "Cleo", "Dan", "Eli"}[:players-1] {
		p.events = append(p.events, table.Event{Kind: table.Joined, By: table.UserID(i + 2), Name: name})
	}
	lobby, err := table.Load(games.Rules, p.events)
	require.NoError(t, err)
	p.events = append(p.events, lobby.Deal(1, 0, fixedRand(players)))
	start, err := table.Load(games.Rules, p.events)
	require.NoError(t, err)
	p.moves, _, err = g.Playout(options, start.SeatInfos(), start.Setup, fixedRand(players))
	require.NoError(t, err)
	return p
}

// at is the table after n moves.
func (p playedOut) at(t testing.TB, n int) *table.Table {
	t.Helper()
	events := p.events
	for _, m := range p.moves[:n] {
		events = append(events, table.Event{Kind: table.Moved, By: 1, Move: string(p.game.AppendMove(nil, m))})
	}
	at, err := table.Load(games.Rules, events)
	require.NoError(t, err)
	return at
}
