package announce

import (
	"context"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// entryAt is an entry's time in Unix milliseconds; before and after are IDs a minute apart from it.
const (
	entryAt = epoch + 1_000_000_000
	before  = "4194052341760000"
	after   = "4194555658240000"
)

// entryOf returns an entry of table 7, with the nonce "n1" and one player.
func entryOf(kind string) *entry {
	n := newEntry(store.Entry{Table: 7, Kind: kind, Nonce: "n1", At: entryAt})
	n.history.Table = &table.Table{Players: []table.Player{{User: 11, Name: "Ana"}}}
	return n
}

func TestPostedMessageIsRecognized(t *testing.T) {
	t.Parallel()
	at := &table.Table{Version: 12}
	turn, other := control.At(control.Panel, 7, at, "n1").ID(), control.At(control.Panel, 7, at, "n2").ID()
	news := &message.Message{
		Content:    "Bo removed 1:a1\nNext: <@11>",
		Components: []discordgo.MessageComponent{control.Row(discordgo.Button{CustomID: turn})},
	}
	lobby := control.Control{Action: control.Join, Table: 7}.ID()
	note := &message.Message{Content: "Gardens, opened by Ana"}
	list := &message.Message{Content: "Two games wait for you, until <t:5:R>\n1. Gardens"}
	for name, c := range map[string]struct {
		kind string
		m    *message.Message
		p    discord.Posted
		want bool
	}{
		"same nonce":  {tables.PostTable, news, discord.Posted{Nonce: "n1"}, true},
		"other nonce": {tables.PostTable, news, discord.Posted{Nonce: "n2", Content: news.Content}, false},
		"a name, no ping": {tables.PostTable, news, discord.Posted{
			Content: "Bo removed 1:a1\nNext: **Ana**", ID: after,
		}, true},
		"without a nonce": {tables.PostTable, news, discord.Posted{
			Content: "Bo removed 1:a1\nAna is next", Controls: []string{turn},
		}, true},
		"another move": {tables.PostTable, news, discord.Posted{
			Content: "Bo removed 2:b2\nNext: <@11>", Controls: []string{other},
		}, false},
		"the same move before a restore": {tables.PostTable, news, discord.Posted{
			Content: news.Content, Controls: []string{other},
		}, false},
		"without its buttons":            {tables.PostTable, news, discord.Posted{Content: news.Content, ID: after}, true},
		"the same, older than the entry": {tables.PostTable, news, discord.Posted{Content: news.Content, ID: before}, false},
		"another turn":                   {tables.PostTable, news, discord.Posted{Content: "Bo removed 1:a1\nNext: Cleo"}, false},
		"a lobby":                        {tables.PostLobby, &message.Message{}, discord.Posted{Controls: []string{lobby}}, true},
		"a lobby in a post":              {tables.OpenPost, &message.Message{}, discord.Posted{Controls: []string{lobby}}, true},
		"another lobby":                  {tables.PostLobby, &message.Message{}, discord.Posted{Controls: []string{"join:8:0:"}}, false},
		"a command": {tables.PostCall, &message.Message{Content: "Use /game resign"},
			discord.Posted{Content: "Use </game resign:55>"}, true},
		"with another time": {tables.PostReminder, &message.Message{Content: "Ana, until <t:5:R>"},
			discord.Posted{Content: "Ana, until <t:4:R>"}, true},
		"a note":           {tables.NoteThread, note, discord.Posted{Content: note.Content}, true},
		"with a thread":    {tables.NoteThread, note, discord.Posted{Content: note.Content, HasThread: true}, false},
		"an empty message": {tables.PostCall, &message.Message{}, discord.Posted{}, false},
		"a direct message with another list": {tables.PostSummary, list, discord.Posted{
			Content: "Two games wait for you, until <t:4:R>\n1. Towers", ID: after,
		}, true},
		"with another number": {tables.PostSummary, list, discord.Posted{
			Content: "Three games wait for you, until <t:5:R>", ID: after,
		}, false},
		"an older direct message": {tables.PostSummary, list, discord.Posted{Content: list.Content, ID: before}, false},
		"with another nonce": {tables.PostSummary, list, discord.Posted{
			Content: list.Content, ID: after, Nonce: "n2",
		}, false},
	} {
		e := entryOf(c.kind)
		if c.kind == tables.PostSummary {
			e.Way = store.Direct
		}
		require.Equal(t, c.want, e.isPosted(c.m, c.p), name)
	}
}

func TestTheChannelsOwnGameGoesBeforeNewThreads(t *testing.T) {
	t.Parallel()
	q := newQueue(queueKey{})
	add := func(id table.ID, kind string) {
		e := newEntry(store.Entry{Seq: uint64(len(q.entries)) + 1, Table: id, Kind: kind})
		e.ctx = t.Context()
		q.add(e)
	}
	note := tables.NoteThread
	for id, kind := range []string{note, note, tables.PostTable, note, tables.PostReminder} {
		add(table.ID(id), kind)
	}
	var order []uint64
	for len(q.entries) > 0 {
		e, _ := q.takeNext(time.Now(), 0)
		require.NotNil(t, e)
		order = append(order, e.Seq)
	}
	require.Equal(t, []uint64{3, 5, 1, 2, 4}, order)

	add(6, tables.PostTable)
	lost, cancel := context.WithCancel(t.Context())
	q.entries[0].ctx = lost
	cancel()
	e, _ := q.takeNext(time.Now(), 0)
	require.Nil(t, e, "another process has taken the entry over")
}
