package announce

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/bot/pictures"
	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"
	"amytis/store/storetest"
)

// reads is what the announcer has read for one outbox entry.
type reads struct {
	kind           string
	logs, settings int
}

// countingStore counts what is read between two settlements. The entries of one channel are sent
// one after another, so the count is that of the settled entry.
type countingStore struct {
	store.Store
	mu      sync.Mutex
	kinds   map[uint64]string
	now     reads
	settled []reads
}

func (s *countingStore) Table(ctx context.Context, id table.ID) (store.Header, []table.Event, error) {
	s.mu.Lock()
	s.now.logs++
	s.mu.Unlock()
	return s.Store.Table(ctx, id)
}

func (s *countingStore) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	s.mu.Lock()
	s.now.settings++
	s.mu.Unlock()
	return s.Store.Settings(ctx, guild)
}

func (s *countingStore) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Message, error) {
	page, err := s.Store.Claim(ctx, limit, lease)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range page {
		s.kinds[m.Seq] = m.Kind
	}
	return page, err
}

func (s *countingStore) Settle(ctx context.Context, seq uint64, done store.Settlement) error {
	s.mu.Lock()
	s.now.kind = s.kinds[seq]
	s.settled, s.now = append(s.settled, s.now), reads{}
	s.mu.Unlock()
	return s.Store.Settle(ctx, seq, done)
}

// earlierRun is a run of the bot that left entries in the outbox.
type earlierRun struct {
	*testing.T
	store   store.Store
	tables  *tables.Tables
	guild   table.GuildID
	channel table.ChannelID
}

// ana hosts every table. The other players have the IDs after this one.
const ana table.UserID = 11

// open opens a lobby and returns its table.
func (r *earlierRun) open(game string, options engine.Options, thread bool) table.ID {
	g, found := games.Find(game)
	require.True(r, found)
	host := table.Player{User: ana, Name: "Ana"}
	require.NoError(r, r.tables.Open(r.Context(), tables.Opening{
		Game: g.Game, Guild: r.guild, Channel: r.channel, NewThread: thread,
		Events: []table.Event{table.OpenLobby(g.Info(), host, options, 3600, now())},
	}))
	left, err := r.store.Outbox(r.Context(), 0, 1)
	require.NoError(r, err)
	return left[0].Table
}

// start starts a game, and settles the entries about it.
func (r *earlierRun) start(game string, options engine.Options) table.ID {
	id := r.open(game, options, false)
	for i, name := range []string{"Bo", "Cleo"} {
		p := table.Player{User: ana + table.UserID(i) + 1, Name: name}
		r.act(id, func(*table.Table) table.Event { return table.Join(p, now()) })
	}
	r.act(id, func(t *table.Table) table.Event { return r.tables.Deal(t, ana) })
	r.clear()
	return id
}

// clear settles all entries as if they had been sent as message 1.
func (r *earlierRun) clear() {
	left, err := r.store.Outbox(r.Context(), 0, 100)
	require.NoError(r, err)
	for _, m := range left {
		require.NoError(r, r.store.Settle(r.Context(), m.Seq, store.Settlement{Sent: 1}))
	}
}

func (r *earlierRun) act(id table.ID, plan func(t *table.Table) table.Event) {
	_, _, err := r.tables.Act(r.Context(), id, 0, func(t *table.Table) ([]table.Event, error) {
		return []table.Event{plan(t)}, nil
	}, nil)
	require.NoError(r, err)
}

func (r *earlierRun) move(id table.ID) {
	r.act(id, func(t *table.Table) table.Event {
		seat := t.Turn().Slice()[0]
		return table.Move(t.Game, t.State.Legal(seat, nil)[0], t.Player(seat).User, now())
	})
}

// begin has everybody be ready for the round of a live game, and settles the entries about it.
func (r *earlierRun) begin(id table.ID) {
	for seat := engine.Seat(1); seat <= 3; seat++ {
		r.act(id, func(t *table.Table) table.Event { return table.ReadyUp(seat, t.Player(seat).User, now()) })
	}
	r.clear()
}

func (r *earlierRun) resign(id table.ID) {
	r.act(id, func(t *table.Table) table.Event {
		seat := t.Turn().Slice()[0]
		return table.Move(t.Game, engine.ResignMove(seat), t.Player(seat).User, now())
	})
}

func (r *earlierRun) note(id table.ID, event func(seat engine.Seat) table.Event) {
	r.act(id, func(t *table.Table) table.Event { return event(t.Turn().Slice()[0]) })
}

// beginQuietHours begins quiet hours for all players, so that sending suppresses their pings.
func (r *earlierRun) beginQuietHours() {
	hour := time.Now().UTC().Hour()
	quiet := store.QuietHours{From: (hour + 23) % 24, To: (hour + 2) % 24}
	for user := ana; user < ana+3; user++ {
		storetest.SetPreferences(r, r.store, user, store.Preferences{Quiet: quiet})
	}
}

func now() int64 { return time.Now().UnixMilli() }

// TestEachEntryNeedsOneReadOfTheLogAndOneOfTheSettings starts an announcer that knows no table, as
// after a restart, on an outbox that an earlier run left.
func TestEachEntryNeedsOneReadOfTheLogAndOneOfTheSettings(t *testing.T) {
	for _, c := range []struct {
		kind  string
		leave func(r *earlierRun)
	}{
		{tables.PostLobby, func(r *earlierRun) { r.open("gardens", nil, false) }},
		{tables.PostTable, func(r *earlierRun) { r.move(r.start("gardens", nil)) }},
		{tables.PostTable, func(r *earlierRun) {
			id := r.start("gardens", nil)
			r.beginQuietHours()
			r.move(id)
		}},
		{tables.PostTable, func(r *earlierRun) { r.resign(r.start("gardens", nil)) }},
		{tables.FollowLive, func(r *earlierRun) {
			id := r.start("towers", engine.Options{"mode": "quick"})
			r.begin(id)
			r.move(id)
		}},
		{tables.PostReminder, func(r *earlierRun) {
			r.note(r.start("gardens", nil), func(seat engine.Seat) table.Event { return table.Remind(seat, now()) })
		}},
		{tables.PostCall, func(r *earlierRun) {
			id := r.start("gardens", nil)
			r.note(id, func(seat engine.Seat) table.Event { return table.HoldPing(seat, now()) })
			r.note(id, func(seat engine.Seat) table.Event { return table.CallToAct(seat, now()) })
		}},
		{tables.PostExtension, func(r *earlierRun) {
			id := r.start("gardens", nil)
			r.note(id, func(seat engine.Seat) table.Event { return table.Extend(seat, now()+7_200_000, now()) })
		}},
		{tables.NoteThread, func(r *earlierRun) { r.open("gardens", nil, true) }},
		{tables.StripButtons, func(r *earlierRun) { r.move(r.start("gardens", nil)) }},
		{tables.OpenThread, func(r *earlierRun) { r.open("gardens", nil, true) }},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			settled := announceAfterRestart(t, c.leave)
			var kinds []string
			for _, entry := range settled {
				kinds = append(kinds, entry.kind)
				require.LessOrEqual(t, entry.logs, 1, "reads of the log for an entry %q", entry.kind)
				require.LessOrEqual(t, entry.settings, 1, "reads of the settings for an entry %q", entry.kind)
			}
			require.Contains(t, kinds, c.kind)
			require.Equal(t, 1, settled[0].logs, "the first entry finds no table in memory")
		})
	}
}

// announceAfterRestart runs an announcer on what leave has put in the outbox, until all of it is
// sent.
func announceAfterRestart(t *testing.T, leave func(r *earlierRun)) []reads {
	discord, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	guild := discord.AddGuild("Babylon", "en-US")
	channel := guild.AddChannel("gardens")
	dealer := rand.New(rand.NewPCG(1, 2))
	log := slog.New(slog.DiscardHandler)

	memory := storetest.NewMemory()
	leave(&earlierRun{
		T: t, store: memory, tables: tables.New(memory, time.Now, dealer),
		guild:   table.ParseID[table.GuildID](guild.ID),
		channel: table.ParseID[table.ChannelID](channel.ID),
	})

	counting := &countingStore{Store: memory, kinds: map[uint64]string{}}
	client, err := session.New(
		session.Config{Token: discord.Token(), BaseURL: discord.URL(), Logger: log},
		session.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}},
	)
	require.NoError(t, err)
	cold := tables.New(counting, time.Now, dealer)
	announcer := New(Options{
		Messages: client.Messages, Guilds: client.Guilds, Store: counting, Tables: cold,
		Languages: telling.NewLanguages(counting, log),
		Writer:    posts.NewWriter(cold, pictures.NewDrawer(render.NewCache(1<<20), 1, log), time.Now),
		Log:       log, Now: time.Now, Beat: time.Millisecond,
	})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { announcer.Run(ctx) })
	announcer.Flush(time.Minute)
	cancel()
	running.Wait()
	left, err := memory.Outbox(t.Context(), 0, 1)
	require.NoError(t, err)
	require.Empty(t, left, "everything is sent")
	return counting.settled
}
