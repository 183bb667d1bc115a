package announce

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"strings"
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
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"
	"amytis/store/storetest"
)

// running is an announcer at work in a channel of a local Discord with Discord's rate limits.
type running struct {
	*testing.T
	channel *localdiscord.Channel
	store   *storetest.Memory
	tables  *tables.Tables
}

func newRunning(t *testing.T) *running {
	discord, err := localdiscord.Start(localdiscord.Options{EnforceRate: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	memory, log := storetest.NewMemory(), slog.New(slog.DiscardHandler)
	client, err := session.New(
		session.Config{Token: discord.Token(), BaseURL: discord.URL(), Logger: log},
		session.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}},
	)
	require.NoError(t, err)
	r := &running{
		T: t, channel: discord.AddGuild("Babylon", "en-US").AddChannel("square"),
		store: memory, tables: tables.New(memory, time.Now, rand.New(rand.NewPCG(1, 2))),
	}
	announcer := New(Options{
		Messages: client.Messages, Guilds: client.Guilds, Store: memory, Tables: r.tables,
		Languages: telling.NewLanguages(memory, log),
		Writer:    posts.NewWriter(r.tables, pictures.NewDrawer(render.NewCache(1<<20), 1, log), time.Now),
		Log:       log, Now: time.Now,
	})
	ctx, cancel := context.WithCancel(context.Background())
	var runs sync.WaitGroup
	runs.Go(func() { announcer.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		runs.Wait()
	})
	return r
}

// open opens a table of a member in the channel, or in a new thread.
func (r *running) open(host table.UserID, name string, thread bool) {
	g, found := games.Find("gardens")
	require.True(r, found)
	require.NoError(r, r.tables.Open(r.Context(), tables.Opening{
		Game: g.Game, Guild: table.ParseID[table.GuildID](r.channel.GuildID),
		Channel: table.ParseID[table.ChannelID](r.channel.ID), NewThread: thread,
		Events: []table.Event{table.OpenLobby(g.Info(), table.Player{User: host, Name: name}, nil, 3600, now())},
	}))
}

// has reports whether a message of the channel has a member's name.
func (r *running) has(name string) func() bool {
	return func() bool {
		for _, m := range r.channel.Messages() {
			if strings.Contains(m.Text(), name) {
				return true
			}
		}
		return false
	}
}

// TestFloodOfOneMemberDelaysNobodyElse has a member open very many games in threads of a channel.
func TestFloodOfOneMemberDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	r := newRunning(t)
	const flood = 300
	began := time.Now()
	for range flood {
		r.open(ana, "Ana", true)
	}
	// Two seconds, and more on a busy machine: opening a table takes a millisecond on a quiet one.
	soon := 2*time.Second + 200*time.Since(began)/flood
	require.Eventually(t, r.has("Ana"), soon, time.Millisecond)
	for i, other := range []struct {
		name   string
		thread bool
	}{{"Bo", false}, {"Cleo", true}, {"Dan", true}} {
		time.Sleep(2300 * time.Millisecond) // at different points of the five seconds that Discord counts
		r.open(ana+1+table.UserID(i), other.name, other.thread)
		require.Eventually(t, r.has(other.name), soon, time.Millisecond, other.name)
	}
	posted := len(r.channel.Messages())
	require.Greater(t, posted, 6, "the flood goes on, too")
}

func TestSendersOfAChannelAreServedInTurn(t *testing.T) {
	t.Parallel()
	q, left := newQueue(queueKey{}), offline(t).SendsLeft
	add := func(id table.ID, by table.UserID, kind string) {
		q.add(newEntry(store.Message{Seq: uint64(len(q.entries)) + 1, Table: id, By: by, Kind: kind}))
	}
	add(1, 11, tables.NoteThread)
	add(2, 11, tables.NoteThread)
	add(3, 11, tables.NoteThread)
	add(4, 0, tables.PostTable)
	add(4, 0, tables.PostReminder)
	add(5, 12, tables.PostLobby)
	add(5, 0, tables.PostTable)
	var order []uint64
	for len(q.entries) > 0 {
		d, _, _ := q.next(time.Now(), 0, left)
		require.NotNil(t, d)
		order = append(order, d.Seq)
		time.Sleep(time.Millisecond)
	}
	require.Equal(t, []uint64{1, 4, 2, 5, 6, 7, 3}, order)
}

// offline returns the messages of a client without a Discord.
func offline(t *testing.T) *session.Messages {
	client, err := session.New(
		session.Config{Token: "token", BaseURL: "http://127.0.0.1:1", Logger: slog.New(slog.DiscardHandler)},
		session.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}},
	)
	require.NoError(t, err)
	return client.Messages
}
