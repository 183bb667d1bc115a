package refresh

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
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
	require.Equal(t, maxPlayers, p.players.Len())
	p.changed(tables.Loaded{ID: 1, Table: at}, 0)
	p.Closed(1, 2*maxPlayers-1, "")
	last, found := p.players.Peek(playerKey{1, 2*maxPlayers - 1})
	require.True(t, found, "the newest panel is kept")
	require.Nil(t, last.open, "its token is forgotten")
}

// TestAPanelOfAnEarlierPressReplacesNoLaterAnswer has the handler of an earlier press note its
// panel after a later press was answered.
func TestAPanelOfAnEarlierPressReplacesNoLaterAnswer(t *testing.T) {
	p := New(nil, tables.New(nil, time.Now, nil), slog.Default(), time.Now)
	at := tables.Loaded{ID: 1, Table: play(t, "towers", engine.Options{"mode": "quick"}, 3).At(t, 3)}
	open := func(id string) *Panel {
		p.Opened(Panel{Shown: at, Seat: 1, User: 1, Interaction: &discordgo.Interaction{ID: id}})
		kept, _ := p.players.Peek(playerKey{1, 1})
		return kept.open
	}
	require.Equal(t, "99", open("99").Interaction.ID)
	require.Equal(t, "101", open("101").Interaction.ID)
	require.Equal(t, "101", open("100").Interaction.ID)
	p.Closed(1, 1, "103")
	require.Nil(t, open("102"), "the player looks at something else")
	require.Equal(t, "104", open("104").Interaction.ID)
}

func TestOnlyPanelsOfPlayersWhoActAloneAreNotKept(t *testing.T) {
	p := New(nil, tables.New(nil, time.Now, nil), slog.Default(), time.Now)
	for _, game := range []string{"gardens", "babel"} {
		at := play(t, game, nil, 2).At(t, 3)
		for seat := range engine.Seat(2) {
			p.Opened(Panel{
				Shown: tables.Loaded{ID: 1, Table: at}, Seat: seat + 1, User: table.UserID(seat + 1), Interaction: &discordgo.Interaction{},
			})
			_, kept := p.players.Peek(playerKey{1, table.UserID(seat + 1)})
			require.Equal(t, !at.Turn().Has(seat+1), kept, "%s: seat %d", game, seat+1)
		}
		p.players.Purge()
	}
}

// refreshDelay is how long a panel may take to show what others changed.
const refreshDelay = time.Second

// Drawing takes about 10 ms on an idle machine, and Discord answers in about as much time.
const (
	drawTime = 20 * time.Millisecond
	sendTime = 20 * time.Millisecond
)

// shownTable is a table and since when a panel shows it, or since when the store has it.
type shownTable struct {
	*table.Table
	since time.Time
}

// screen is the panel of a player, with what was to see on it at any time.
type screen struct {
	draws atomic.Int32
	drawn *table.Table
	shown []shownTable
}

func (s *screen) draw(_ context.Context, now tables.Loaded) *message.Message {
	s.draws.Add(1)
	time.Sleep(drawTime)
	s.drawn = now.Table
	return &message.Message{}
}

func (s *screen) EditAnswer(context.Context, *discordgo.Interaction, string, *message.Message) error {
	time.Sleep(sendTime)
	s.shown = append(s.shown, shownTable{s.drawn, time.Now()})
	return nil
}

func (s *screen) at(when time.Time) *table.Table {
	i := slices.IndexFunc(s.shown, func(t shownTable) bool { return t.since.After(when) })
	if i < 0 {
		i = len(s.shown)
	}
	return s.shown[i-1].Table
}

// watched is a game of quick towers in a store, and the panel of user 1, who has seat 1.
type watched struct {
	playtest.Game
	panels *Panels
	screen
	commit func(events ...table.Event) tables.Loaded
}

func watch(t *testing.T) *watched {
	const id, user = table.ID(1), table.UserID(1)
	disk := bolttest.New(t)
	ts := tables.New(disk, time.Now, nil)
	w := &watched{Game: play(t, "towers", engine.Options{"mode": "quick"}, 3)}
	w.panels = New(nil, ts, slog.New(slog.DiscardHandler), time.Now)
	w.panels.responder = w
	go w.panels.Run(t.Context())
	w.commit = func(events ...table.Event) tables.Loaded {
		before, err := disk.Header(t.Context(), id)
		if err != nil {
			require.ErrorIs(t, err, store.ErrNotFound)
		}
		require.NoError(t, disk.Commit(t.Context(), store.Commit{
			Table: id, Want: before.Version, Events: events,
			Header: store.Header{Guild: 1, Channel: 1, Game: "towers", Status: store.Running},
		}))
		now, err := ts.Load(t.Context(), id)
		require.NoError(t, err)
		return now
	}
	begun := w.commit(w.Events...)
	w.shown = []shownTable{{begun.Table, time.Now()}}
	w.panels.Opened(Panel{
		Shown: begun, Seat: 1, User: user, Interaction: &discordgo.Interaction{}, Draw: w.draw,
	})
	return w
}

// TestAPanelShowsWhatOthersChangedWithinASecond plays moves at times from all at once to seconds
// apart, and looks at the panel a second after each.
func TestAPanelShowsWhatOthersChangedWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t)
		random := rand.New(rand.NewPCG(3, 1))
		pauses := []time.Duration{0, 0, 10 * time.Millisecond, 300 * time.Millisecond, 3 * time.Second}
		var changes []shownTable
		for _, m := range w.Moves[:80] {
			now := w.commit(table.Move(w.Game, m, 2, 0))
			w.panels.changed(now, 2)
			changes = append(changes, shownTable{now.Table, time.Now()})
			time.Sleep(pauses[random.IntN(len(pauses))])
		}
		time.Sleep(2 * refreshDelay)
		synctest.Wait()

		awaited := 0
		for _, change := range changes {
			if !outdated(w.at(change.since), change.Table, 1) {
				continue
			}
			awaited++
			then := w.at(change.since.Add(refreshDelay))
			require.True(t, then.Version >= change.Version || !outdated(then, change.Table, 1),
				"version %d is not shown a second later, but %d", change.Version, then.Version)
		}
		require.Greater(t, awaited, 40)
		require.Greater(t, len(w.shown), 15)
		t.Logf("%d moves, %d of them awaited, %d edits", len(changes), awaited, len(w.shown)-1)
	})
}

// TestAPlayersOwnMoveIsShownByItsAnswerOnly moves while the panel is drawn after another's move. An
// edit would come between the answers to quick presses.
func TestAPlayersOwnMoveIsShownByItsAnswerOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t)
		by := table.UserID(2)
		for _, m := range w.Moves[:10] {
			w.panels.changed(w.commit(table.Move(w.Game, m, by, 0)), by)
			time.Sleep(drawTime / 4)
			if w.draws.Load() > 0 {
				by = 1
			}
		}
		require.Equal(t, table.UserID(1), by)
		time.Sleep(2 * refreshDelay)
		synctest.Wait()
		require.Len(t, w.shown, 1)
	})
}

func TestAPlayersOwnMoveIsNotShownBeforeItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t)
		for _, m := range w.Moves[:10] {
			w.panels.changed(w.commit(table.Move(w.Game, m, 1, 0)), 2) // nobody has told the panels of the own move yet
			time.Sleep(2 * refreshDelay)
		}
		synctest.Wait()
		require.Len(t, w.shown, 1)
	})
}
