package announce

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// has reports whether a message in a channel of the fake Discord has a member's name.
func (d *fakeDiscord) has(channel, name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.messages {
		if m.channel == channel && strings.Contains(m.Content+m.footer, name) {
			return true
		}
	}
	return false
}

// TestFloodOfOneMemberDelaysNobodyElse has a member open very many games in threads of a channel.
func TestFloodOfOneMemberDelaysNobodyElse(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		b.discord.set(func(d *fakeDiscord) { d.limit = 5 })
		for range 300 {
			b.lobby(people[0], "Ana", true)
		}
		for i, other := range []struct {
			name   string
			thread bool
		}{{"Bo", false}, {"Cleo", true}, {"Dan", true}} {
			wait(2300 * time.Millisecond) // at different points of the five seconds that Discord counts
			b.lobby(people[0]+table.UserID(i)+1, other.name, other.thread)
			wait(2 * time.Second)
			require.True(t, b.discord.has("1", other.name), other.name)
		}
		require.True(t, b.discord.has("1", "Ana"), "the flood is posted, too")
		require.Greater(t, b.discord.sent, 6, "the flood goes on, too")
	})
}

func TestMembersAndGamesOfAChannelAreServedInTurn(t *testing.T) {
	t.Parallel()
	q := newQueue(queueKey{})
	add := func(id table.ID, by table.UserID, kind string) {
		e := newEntry(store.Entry{Seq: uint64(len(q.entries)) + 1, Table: id, By: by, Kind: kind})
		e.ctx = t.Context()
		q.add(e)
	}
	add(1, 11, tables.NoteThread)
	add(2, 11, tables.NoteThread)
	add(3, 11, tables.NoteThread)
	add(4, 0, tables.PostTable)
	add(4, 0, tables.PostReminder)
	add(5, 12, tables.PostLobby)
	add(5, 0, tables.PostTable)
	var order []uint64
	for now := time.Now(); len(q.entries) > 0; now = now.Add(time.Millisecond) {
		d, _ := q.takeNext(now, 0, (&fakeDiscord{}).SendsLeft)
		require.NotNil(t, d)
		order = append(order, d.Seq)
	}
	require.Equal(t, []uint64{1, 4, 2, 5, 6, 7, 3}, order)

	add(6, 0, tables.PostTable)
	lost, cancel := context.WithCancel(t.Context())
	q.entries[0].ctx = lost
	cancel()
	d, _ := q.takeNext(time.Now(), 0, (&fakeDiscord{}).SendsLeft)
	require.Nil(t, d, "another process has taken the entry over")
}
