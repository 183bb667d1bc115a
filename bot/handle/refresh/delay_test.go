package refresh

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
)

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
	drawn *table.Table
	shown []shownTable
}

func (s *screen) draw(_ context.Context, now tables.Loaded) *message.Message {
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

// TestAPanelShowsWhatOthersChangedWithinASecond plays moves at times from all at once to seconds
// apart, and looks at the panel a second after each.
func TestAPanelShowsWhatOthersChangedWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const id, seat, user = table.ID(1), engine.Seat(1), table.UserID(1)
		played := play(t, "towers", engine.Options{"mode": "quick"}, 3)
		disk := bolttest.New(t)
		ts := tables.New(disk, time.Now, nil)
		shown := &screen{}
		p := New(nil, ts, slog.New(slog.DiscardHandler), time.Now)
		p.responder = shown
		ctx, cancel := context.WithCancel(t.Context())
		go p.Run(ctx)
		defer synctest.Wait()
		defer cancel()

		commit := func(events ...table.Event) tables.Loaded {
			before, err := disk.Header(ctx, id)
			if err != nil {
				require.ErrorIs(t, err, store.ErrNotFound)
			}
			require.NoError(t, disk.Commit(ctx, store.Commit{
				Table: id, Want: before.Version, Events: events,
				Header: store.Header{Guild: 1, Channel: 1, Game: "towers", Status: store.Running},
			}))
			now, err := ts.Load(ctx, id)
			require.NoError(t, err)
			return now
		}
		begun := commit(played.Events...)
		shown.shown = []shownTable{{begun.Table, time.Now()}}
		p.Opened(Panel{
			Shown: begun, Seat: seat, User: user, Interaction: &discordgo.Interaction{}, Draw: shown.draw,
		})
		random := rand.New(rand.NewPCG(3, 1))
		pauses := []time.Duration{0, 0, 10 * time.Millisecond, 300 * time.Millisecond, 3 * time.Second}
		var changes []shownTable
		for _, m := range played.Moves[:80] {
			now := commit(table.Move(played, m, 2, 0))
			p.changed(now, 2)
			changes = append(changes, shownTable{now.Table, time.Now()})
			time.Sleep(pauses[random.IntN(len(pauses))])
		}
		time.Sleep(2 * refreshDelay)
		synctest.Wait()

		awaited := 0
		for _, change := range changes {
			if !outdated(shown.at(change.since), change.Table, seat) {
				continue
			}
			awaited++
			then := shown.at(change.since.Add(refreshDelay))
			require.True(t, then.Version >= change.Version || !outdated(then, change.Table, seat),
				"version %d is not shown a second later, but %d", change.Version, then.Version)
		}
		require.Greater(t, awaited, 40)
		require.Greater(t, len(shown.shown), 15)
		t.Logf("%d moves, %d of them awaited, %d edits", len(changes), awaited, len(shown.shown)-1)
	})
}
