package load_test

import (
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// checkTables checks the games of all tables, and what their players were told. It counts what has
// happened.
func (s *soak) checkTables(logs harness.LoggedGames) (counts map[string]int) {
	s.Helper()
	counts = map[string]int{}
	for _, t := range s.tables {
		played := logs.In(t.Channel)
		if !s.forgets() {
			t.check(played)
		}
		s.checkAlerts(t, played, counts)
	}
	s.Logf("what has happened: %v", counts)
	return counts
}

// check checks the games of a channel against what its players were told.
func (t *soakTable) check(played harness.LoggedGames) {
	t.Helper()
	require.NotEmpty(t, played, "%s in %s: no game", t.Variant.Name, t.Channel.ID)
	require.Positive(t, t.active.Load(), "%s in %s: nobody was answered", t.Variant.Name, t.Channel.ID)
	var announced []harness.Announcement
	for _, g := range played {
		t.CheckRecordOf(g)
		// Later events may not have been announced yet.
		announced = append(announced, t.Announcements(g.Log[:max(1, g.Header.Announced)])...)
	}
	for _, p := range t.people {
		var done []string
		for _, g := range played {
			done = append(done, harness.ActionsBy(p.UserID(), g.Log)...)
		}
		require.True(t, harness.Agree(p.Acks.List, done), "%s in %s: %s (%s) was told:\n%v\nthe log has:\n%s\nof\n%+v",
			t.Variant.Name, t.Channel.ID, p.Name, p.UserID(), p.Acks.List, strings.Join(done, "\n"), played)
	}
	t.CheckPostedOnce(t.Channel.Messages())
	first := t.first.Load()
	t.CheckAnnounced(announced, first != nil && t.Discord.Message(*first) != nil)
}
