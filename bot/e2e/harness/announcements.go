package harness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/bot/telling"
	"amytis/engine/table"
)

// Announcement is the line that announces an event.
type Announcement struct {
	// Version is the event's.
	Version table.Version
	line    string
	// required is false for a move that was undone, perhaps before it was announced, and for the
	// undo.
	required bool
}

// Optional returns the announcement as one that may be missing.
func (a Announcement) Optional() Announcement {
	a.required = false
	return a
}

// CheckAnnouncedOnce checks that the channel announces every event of a log once, in order.
func (t *Table) CheckAnnouncedOnce(log []table.Event) {
	t.Helper()
	t.CheckAnnounced(t.Announcements(log), true)
	var nonces []string
	for _, m := range t.Channel.Messages() {
		if m.Nonce != nil {
			require.NotContains(t, nonces, string(m.Nonce))
			nonces = append(nonces, string(m.Nonce))
		}
	}
}

// CheckAnnounced checks that the channel has every announcement once, in order. Set complete to
// false if Discord no longer has all messages: then announcements may be missing.
func (t *Table) CheckAnnounced(events []Announcement, complete bool) {
	t.Helper()
	t.CheckAnnouncedIn(t.Channel.Messages(), events, complete)
}

// CheckAnnouncedIn does the same for some messages of the channel.
func (t *Table) CheckAnnouncedIn(messages []*localdiscord.Message, events []Announcement, complete bool) {
	t.Helper()
	lines, whole := announcedIn(messages, events)
	if whole && complete {
		require.True(t, announces(lines, events), "%s", difference(lines, events))
		return
	}
	left := lines
	for _, e := range events {
		if len(left) > 0 && left[0] == e.line {
			left = left[1:]
		}
	}
	require.Empty(t, left, "announced twice, or out of order, among\n%s", strings.Join(lines, "\n"))
}

// Announcements returns the lines that announce the moves and undos of a log.
func (t *Table) Announcements(log []table.Event) []Announcement {
	t.Helper()
	final, err := table.Load(games.Rules, log)
	require.NoError(t, err)
	before, err := table.Load(games.Rules, log[:1])
	require.NoError(t, err)
	var all []Announcement
	for i, e := range log[1:] {
		switch e.Kind {
		case table.Moved:
			m, err := before.Game.ParseMove(e.Move)
			require.NoError(t, err)
			stands := slices.ContainsFunc(final.Moves,
				func(m table.Entry) bool { return m.Version == table.Version(i+2) })
			live := before.State.Pace().Live // announced as long as the message has room
			all = append(all, Announcement{table.Version(i + 2), telling.Line(t.Words, before, m), stands && !live})
		case table.Undone:
			all = append(all, Announcement{table.Version(i + 2), telling.UndoLine(t.Words, before, e.Seat), false})
		}
		before, err = before.Next(e)
		require.NoError(t, err)
	}
	return all
}

// announcedIn returns the lines of messages that announce events. whole is false if a turn was too
// long for one message.
func announcedIn(messages []*localdiscord.Message, events []Announcement) (lines []string, whole bool) {
	known := map[string]bool{}
	for _, e := range events {
		known[e.line] = true
	}
	whole = true
	for _, m := range messages {
		told := len(lines)
		lead, rest, _ := strings.Cut(m.Content, "\n")
		for line := range strings.SplitSeq(rest, "\n") {
			whole = whole && line != "…"
			if known[line] {
				lines = append(lines, line)
			}
		}
		if len(lines) > told {
			continue
		}
		// The first line tells the only event of a message.
		for line := range known {
			if strings.HasSuffix(lead, " "+line) {
				lines = append(lines, line)
			}
		}
	}
	return lines, whole
}

// announces reports whether lines are all required announcements, in order and once, and perhaps
// others of events.
func announces(lines []string, events []Announcement) bool {
	switch {
	case len(events) == 0:
		return len(lines) == 0
	case len(lines) > 0 && lines[0] == events[0].line && announces(lines[1:], events[1:]):
		return true
	}
	return !events[0].required && announces(lines, events[1:])
}

// difference shows lines and events from where they differ on.
func difference(lines []string, events []Announcement) string {
	for len(lines) > 0 && len(events) > 0 && (lines[0] == events[0].line || !events[0].required) {
		if lines[0] == events[0].line {
			lines = lines[1:]
		}
		events = events[1:]
	}
	return fmt.Sprintf("announced:\n%s\n\nexpected:\n%v",
		strings.Join(lines[:min(len(lines), 8)], "\n"), events[:min(len(events), 8)])
}
