package load_test

import (
	"context"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// check checks the store and the channels after a soak test.
func (s *soak) check() {
	s.Helper()
	logs := map[string][]loggedGame{} // by channel, in the order in which they were opened
	replay := func(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
		channel := h.Channel.String()
		logs[channel] = append(logs[channel], loggedGame{id, h, log})
		return tables.Verify(id, h, log, result)
	}
	faults, err := bolt.CheckFile(context.Background(), s.StorePath, replay)
	require.NoError(s, err)
	require.Empty(s, faults, "faults in the store")
	counts := map[string]int{}
	for _, t := range s.tables {
		t.check(logs[t.Channel.ID])
		for _, g := range logs[t.Channel.ID] {
			countEvents(g.log, s.started, counts)
		}
		s.checkAlerts(t, logs[t.Channel.ID], counts)
	}
	s.checkCounts(counts)
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
	require.NotEmpty(t, played, "%s in %s: no game", t.variant.Name, t.Channel.ID)
	require.Positive(t, t.active.Load(), "%s in %s: nobody was answered", t.variant.Name, t.Channel.ID)
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
		require.True(t, harness.Agree(p.Acks.List, done), "%s in %s: %s was told:\n%v\nthe log has:\n%s",
			t.variant.Name, t.Channel.ID, p.Name, p.Acks.List, strings.Join(done, "\n"))
	}
	t.CheckAnnounced(announced, t.Discord.Message(t.first) != nil)
}

func (t *soakTable) checkRecordIfEnded(g loggedGame) {
	t.Helper()
	played, err := table.Load(games.Rules, g.log)
	require.NoError(t, err)
	if played.Status == table.Ended {
		t.CheckRecord(played)
	}
}
