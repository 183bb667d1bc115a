package load_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// checkFile checks the store file and the channels after a soak test.
func (s *soak) checkFile() {
	s.Helper()
	logs := gamesByChannel{}
	faults, err := bolt.CheckFile(context.Background(), s.StorePath, logs.add)
	require.NoError(s, err)
	require.Empty(s, faults, "faults in the store")
	s.checkTables(logs)
}

// gamesByChannel are the games of each channel, in the order in which they were opened.
type gamesByChannel map[string][]loggedGame

// add checks a game and adds it.
func (g gamesByChannel) add(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
	g.keep(id, h, log)
	return tables.Verify(id, h, log, result)
}

// keep adds a game.
func (g gamesByChannel) keep(id table.ID, h store.Header, log []table.Event) {
	channel := h.Channel.String()
	g[channel] = append(g[channel], loggedGame{id, h, log})
}

// checkTables checks the games of all tables, and what their players were told. It counts what has
// happened.
func (s *soak) checkTables(logs gamesByChannel) (counts map[string]int) {
	s.Helper()
	counts = map[string]int{}
	for _, t := range s.tables {
		if !s.forgets() {
			t.check(logs[t.Channel.ID])
		}
		s.checkAlerts(t, logs[t.Channel.ID], counts)
	}
	s.Logf("what has happened: %v", counts)
	return counts
}

// loggedGame is a table of the store with its log.
type loggedGame struct {
	id     table.ID
	header store.Header
	log    []table.Event
}

// check checks the games of a channel against what its players were told.
func (t *soakTable) check(played []loggedGame) {
	t.Helper()
	require.NotEmpty(t, played, "%s in %s: no game", t.Variant.Name, t.Channel.ID)
	require.Positive(t, t.active.Load(), "%s in %s: nobody was answered", t.Variant.Name, t.Channel.ID)
	var announced []harness.Announcement
	for _, g := range played {
		t.checkRecordIfEnded(g)
		// Later events may not have been announced yet.
		announced = append(announced, t.Announcements(g.log[:max(1, g.header.Announced)])...)
	}
	for _, p := range t.people {
		var done []string
		for _, g := range played {
			done = append(done, harness.ActionsBy(p.UserID(), g.log)...)
		}
		require.True(t, harness.Agree(p.Acks.List, done), "%s in %s: %s (%s) was told:\n%v\nthe log has:\n%s\nof\n%s",
			t.Variant.Name, t.Channel.ID, p.Name, p.UserID(), p.Acks.List, strings.Join(done, "\n"), texts(played))
	}
	first := t.first.Load()
	t.CheckAnnounced(announced, first != nil && t.Discord.Message(*first) != nil)
}

// texts returns the events of games.
func texts(played []loggedGame) string {
	var b []byte
	for _, g := range played {
		b = fmt.Appendf(b, "table %d:\n", g.id)
		for _, e := range g.log {
			b, _ = e.Append(b) // as they were read
			b = append(b, '\n')
		}
	}
	return string(b)
}

func (t *soakTable) checkRecordIfEnded(g loggedGame) {
	t.Helper()
	played, err := table.Load(games.Rules, g.log)
	require.NoError(t, err)
	if played.Status == table.Ended {
		t.CheckRecord(played)
	}
}
