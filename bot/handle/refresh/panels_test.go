package refresh

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

func play(t *testing.T, id string, options engine.Options, players int) playtest.Game {
	t.Helper()
	i := slices.IndexFunc(games.All, func(g games.Entry) bool { return g.Info().ID == id })
	return playtest.Play(t, games.All[i], options, players)
}

// TestAMoveElsewhereLeavesAPanelAsItIs counts the moves of others that make a panel outdated.
func TestAMoveElsewhereLeavesAPanelAsItIs(t *testing.T) {
	for name, c := range map[string]struct {
		game    string
		options engine.Options
		players int
		shared  bool // what others build is in the way
	}{
		"gardens together": {"gardens", engine.Options{"build": "together"}, 4, false},
		"quick towers":     {"towers", engine.Options{"mode": "quick"}, 5, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := play(t, c.game, c.options, c.players)
			as, changed := 0, 0
			for n := 0; n+1 < min(len(p.Moves), 90); n += 3 {
				before, after := p.At(t, n), p.At(t, n+1)
				for _, seat := range before.Turn().Slice() {
					if seat == engine.Chance || seat == p.Moves[n].Seat || !othersAct(before, seat) {
						continue
					}
					require.False(t, outdated(after, after, seat), "nothing has happened since the panel was shown")
					if outdated(before, after, seat) {
						changed++
					} else {
						as++
					}
				}
			}
			require.Positive(t, as)
			require.Equal(t, c.shared, changed > 0)
			t.Logf("%d as they were, %d outdated", as, changed)
		})
	}
}

// TestOpenPanelsAreBounded opens more panels than are kept, while nothing is edited.
func TestOpenPanelsAreBounded(t *testing.T) {
	p := New(nil, tables.New(nil, time.Now, nil), slog.Default(), time.Now)
	at := play(t, "towers", engine.Options{"mode": "quick"}, 3).At(t, 3)
	for user := range table.UserID(2 * maxPlayers) {
		p.Opened(Panel{
			Shown: tables.Loaded{ID: 1, Table: at}, Seat: 1, User: user, Interaction: &discordgo.Interaction{},
		})
	}
	require.Len(t, p.players, maxPlayers)
	p.changed(tables.Loaded{ID: 1, Table: at}, 0)
	p.Closed(1, 2*maxPlayers-1)
	last, found := p.players[playerKey{1, 2*maxPlayers - 1}]
	require.True(t, found, "the newest panel is kept")
	require.Nil(t, last.open, "its token is forgotten")
}

func TestOnlyPanelsOfPlayersWhoActAloneAreNotKept(t *testing.T) {
	p := New(nil, tables.New(nil, time.Now, nil), slog.Default(), time.Now)
	for _, game := range []string{"gardens", "babel"} {
		at := play(t, game, nil, 2).At(t, 3)
		for seat := range engine.Seat(2) {
			p.Opened(Panel{Shown: tables.Loaded{ID: 1, Table: at}, Seat: seat + 1, User: table.UserID(seat + 1)})
			_, kept := p.players[playerKey{1, table.UserID(seat + 1)}]
			require.Equal(t, !at.Turn().Has(seat+1), kept, "%s: seat %d", game, seat+1)
		}
		clear(p.players)
	}
}
