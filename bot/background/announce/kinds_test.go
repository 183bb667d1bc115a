package announce

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

// settlingStore notes what Discord was asked between two settlements. A channel's entries are sent
// one after another, so that is for the settled entry.
type settlingStore struct {
	store.Store
	discord *fakeDiscord
	asked   map[string][]string // by kind
}

func (s *settlingStore) Settle(ctx context.Context, seq uint64, done store.Settlement) error {
	left, err := s.Outbox(ctx, seq-1, 1)
	if err != nil {
		return err
	}
	s.discord.set(func(d *fakeDiscord) {
		s.asked[left[0].Kind] = append(s.asked[left[0].Kind], d.asked...)
		d.asked = nil
	})
	return s.Store.Settle(ctx, seq, done)
}

// lobby opens a lobby in channel 1, in a new thread of it, or in a new post of forums.
func (b *alertBot) lobby(host table.UserID, name string, thread bool, forums ...table.ChannelID) {
	g := games.All[0]
	require.NoError(b, b.Tables.Open(b.Context(), tables.Opening{
		Game: g.Game, Guild: 1, Channel: 1, NewThread: thread, Forum: slices.Max(append(forums, 0)),
		Events: []table.Event{table.OpenLobby(g.Info(), table.Player{User: host, Name: name}, nil, 0, b.Now())},
	}))
}

// event commits an event about the seat in turn.
func (b *alertBot) event(id table.ID, of func(seat engine.Seat) table.Event) {
	b.Do(id, func(t *table.Table) table.Event { return of(t.Turn().Slice()[0]) })
}

// earlier are the runs of the bot that leave entries of each kind. before runs while Discord gets
// all messages, and leave when the bot is about to end.
var earlier = []struct {
	kind   string
	before func(b *alertBot) table.ID
	leave  func(b *alertBot, id table.ID)
	asked  []string
}{
	{tables.PostLobby, nil, func(b *alertBot, _ table.ID) { b.lobby(people[0], "Anna", false) }, []string{"send"}},
	{tables.PostTable, ofTwo, (*alertBot).move, []string{"send"}},
	{tables.PostTable, ofTwo, func(b *alertBot, id table.ID) {
		b.everybody(store.Preferences{Quiet: store.QuietHours{From: 22, To: 6}})
		b.move(id)
	}, []string{"send"}},
	{tables.PostTable, ofTwo, func(b *alertBot, id table.ID) { b.event(id, b.resign) }, []string{"send"}},
	{tables.FollowLive, func(b *alertBot) table.ID {
		g, _ := games.Find("towers")
		id := b.Start(g.Game, engine.Options{"mode": "quick"}, people)
		for seat := engine.Seat(1); seat <= 3; seat++ {
			b.event(id, func(engine.Seat) table.Event { return table.ReadyUp(seat, b.at(id).Player(seat).User, b.Now()) })
		}
		return id
	}, func(b *alertBot, id table.ID) {
		b.event(id, func(seat engine.Seat) table.Event {
			t := b.at(id)
			return table.Move(t.Game, t.State.Legal(seat, nil)[0], t.Player(seat).User, b.Now())
		})
	}, []string{"edit"}},
	{tables.EditTable, func(b *alertBot) table.ID {
		return b.Start(games.All[0].Game, nil, people[:1], 1)
	}, func(b *alertBot, id table.ID) {
		b.move(id)
		b.move(id)
	}, []string{"edit"}},
	{tables.PostReminder, ofTwo, func(b *alertBot, id table.ID) { b.event(id, b.remind) }, []string{"send"}},
	{tables.PostCall, func(b *alertBot) table.ID {
		b.everybody(later)
		return ofTwo(b)
	}, func(b *alertBot, id table.ID) { b.event(id, b.call) }, []string{"send"}},
	{tables.PostExtension, ofTwo, func(b *alertBot, id table.ID) {
		b.event(id, func(seat engine.Seat) table.Event { return table.Extend(seat, b.Now()+9e7, b.Now()) })
	}, []string{"send"}},
	{tables.PostPause, ofTwo, func(b *alertBot, id table.ID) {
		b.event(id, func(seat engine.Seat) table.Event {
			return table.PauseLimit(seat, b.Now(), b.Now()+3_600_000, b.Now())
		})
	}, []string{"send"}},
	{tables.PostNext, nil, func(b *alertBot, _ table.ID) {
		b.everybody(store.Preferences{Pings: store.Pings{Next: true, Direct: true}})
		b.open(people...)
	}, []string{"direct"}},
	{tables.PostSummary, func(b *alertBot) table.ID {
		b.everybody(daily)
		return ofTwo(b)
	}, func(b *alertBot, id table.ID) { b.event(id, b.call) }, []string{"direct"}},
	{tables.PostAsk, func(b *alertBot) table.ID {
		b.lobby(people[0], "Anna", false)
		return storetest.Must(b.store.OpenTable(b.Context(), 1))(b)
	}, func(b *alertBot, id table.ID) {
		b.Act(id, func(*table.Table) ([]table.Event, error) { return []table.Event{table.AskHost(b.Now())}, nil })
	}, []string{"send"}},
	{tables.PostRestored, ofTwo, func(b *alertBot, _ table.ID) {
		b.everybody(store.Preferences{Pings: store.Pings{When: store.PingNever}}) // a second ping would be a fault elsewhere
		require.NoError(b, b.store.SetNote(b.Context(), store.RestoredNote, "now"))
		require.NoError(b, b.Sweeper.BeginSweeping(b.Context()))
	}, []string{"send"}},
	{tables.PostLost, ofTwo, func(b *alertBot, id table.ID) {
		b.event(id, func(engine.Seat) table.Event { return table.AbortLost(0, b.Now()) })
	}, []string{"send"}},
	{tables.NoteThread, nil, func(b *alertBot, _ table.ID) { b.lobby(people[0], "Anna", true) }, []string{"send"}},
	{tables.OpenThread, nil, func(b *alertBot, _ table.ID) { b.lobby(people[0], "Anna", true) }, []string{"thread", "edit"}},
	{tables.OpenPost, nil, func(b *alertBot, _ table.ID) { b.lobby(people[0], "Anna", false, 9) }, []string{"open", "edit"}},
	{tables.TagPost, func(b *alertBot) table.ID {
		b.lobby(people[0], "Anna", false, 9)
		ids := storetest.Must(b.store.Playing(b.Context(), 1, people[0]))(b)
		return ids[0]
	}, func(b *alertBot, id table.ID) {
		b.Do(id, func(*table.Table) table.Event { return table.Abort(people[0], b.Now()) })
	}, []string{"tags"}},
	{tables.StripButtons, ofTwo, (*alertBot).move, []string{"retire"}},
	{"of a later version", ofTwo, func(b *alertBot, id table.ID) { // it is dropped
		s := storetest.Must(b.Tables.Load(b.Context(), id))(b)
		require.NoError(b, b.store.Commit(b.Context(), store.Commit{
			Table: id, Want: s.Header.Version, Header: s.Header, Events: []table.Event{b.remind(s.Table.Turn().Slice()[0])},
			Outbox: []store.Entry{{Table: id, Channel: s.Header.Channel, Kind: "of a later version"}},
		}))
	}, nil},
}

func ofTwo(b *alertBot) table.ID { return b.open(people[:2]...) }

func (b *alertBot) remind(seat engine.Seat) table.Event { return table.Remind(seat, b.Now()) }

func (b *alertBot) resign(seat engine.Seat) table.Event {
	return table.Move(games.All[0].Game, engine.ResignMove(seat), 0, b.Now())
}

func (b *alertBot) call(seat engine.Seat) table.Event { return table.CallToAct(seat, b.Now()) }

// TestEachKindAsksDiscordOnce starts on an earlier run's outbox, as after a restart.
func TestEachKindAsksDiscordOnce(t *testing.T) {
	var tried []string
	for _, c := range earlier {
		tried = append(tried, c.kind)
		t.Run(c.kind, func(t *testing.T) {
			inBubble(t, func(b *alertBot) {
				b.Limit = 12 * 3600
				var id table.ID
				if c.before != nil {
					id = c.before(b)
				}
				wait(time.Minute)
				b.end()
				c.leave(b, id)
				b.discord.set(func(d *fakeDiscord) { d.asked = nil })
				settling := &settlingStore{b.store, b.discord, map[string][]string{}}
				b.Program = tablestest.New(b.TB, settling, 0)
				b.startAnnouncer(settling)
				wait(10 * time.Second)
				b.requireAnnounced()
				require.Contains(t, settling.asked, c.kind)
				if kinds[c.kind].apart || kinds[c.kind].lane == threads { // others are sent beside it
					require.Subset(t, slices.Concat(slices.Collect(maps.Values(settling.asked))...), c.asked)
				} else {
					require.Equal(t, c.asked, settling.asked[c.kind])
				}
			})
		})
	}
	require.Subset(t, tried, slices.Collect(maps.Keys(kinds)))
}

func TestALaterEntryReplacesThoseThatShowLess(t *testing.T) {
	t.Parallel()
	each := []string{tables.PostLobby, tables.TagPost, tables.PostRestored}
	for kind := range kinds {
		e := newEntry(store.Entry{Seq: 1, Kind: kind, Table: 7, Channel: 5, From: 3})
		same, later, other := *e, *e, *e
		later.From, other.Table = 4, 8
		anew := slices.Contains(each, kind)
		require.Equal(t, kind == tables.FollowLive || anew, e.isSuperseded([]*entry{&other, &same}), kind)
		require.Equal(t, anew, e.isSuperseded([]*entry{&later}), kind)
		e.To = 11
		require.False(t, e.isSuperseded([]*entry{&same, &later}), "only %s calls this user", kind)
	}
}
