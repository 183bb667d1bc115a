package harness

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

type Announcement struct {
	// Version is the event's.
	Version table.Version
	line    string
	// by is the name that begins the line.
	by string
	// Required is false for a move that was undone, perhaps before it was announced, and for the
	// undo.
	Required bool
}

// CheckAnnouncedOnce checks that the channel announces every event of a log once, in order.
func (t *Table) CheckAnnouncedOnce(log []table.Event) {
	t.Helper()
	t.CheckAnnouncedIn(t.Channel.Messages(), t.Announcements(log))
	t.CheckPostedOnce(t.Channel.Messages())
}

// CheckPostedOnce finds two messages with the same nonce.
func (t *Table) CheckPostedOnce(messages []*localdiscord.Message) {
	t.Helper()
	seen := map[string]string{}
	for _, m := range messages {
		if m.Nonce != nil {
			first, twice := seen[string(m.Nonce)]
			require.False(t, twice, "posted twice:\n%s\n%s", first, m.Text())
			seen[string(m.Nonce)] = m.Text()
		}
	}
}

// CheckAnnouncedIn checks that messages have every announcement once, in order.
func (t *Table) CheckAnnouncedIn(messages []*localdiscord.Message, events []Announcement) {
	t.Helper()
	lines, all := announcedIn(messages, events)
	if all {
		agree, n, i := announces(lines, events)
		require.True(t, agree, "announced:\n%s\n\nexpected:\n%v", strings.Join(lines[n:min(n+8, len(lines))], "\n"), events[i:min(i+8, len(events))])
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

func (t *Table) Announcements(log []table.Event) []Announcement {
	t.Helper()
	final, err := table.Load(games.Rules, log)
	require.NoError(t, err)
	before, err := table.Load(games.Rules, log[:1])
	require.NoError(t, err)
	var all []Announcement
	for i, e := range log[1:] {
		after, err := before.Next(e)
		require.NoError(t, err)
		version := table.Version(i + 2)
		switch e.Kind {
		case table.Moved:
			m := after.Moves[len(after.Moves)-1]
			stands := slices.ContainsFunc(final.Moves, func(m table.Entry) bool { return m.Version == version })
			live := before.State.Pace().Live // announced as long as the message has room
			line := sentences.EntryLine(t.Words, before, m)
			if m.Auto && final.Game.Info().VerbInfo(m.Move.Verb).SetUp && len(all) > 0 && all[len(all)-1].line == line {
				break // one line is about the whole set-up by chance
			}
			by := sentences.AllNames(t.Words, before)
			by = slices.DeleteFunc(by, func(name string) bool { return !strings.HasPrefix(line, name+" ") })
			all = append(all, Announcement{version, line, strings.Join(by, ""), stands && !live})
		case table.Undone:
			all = append(all, Announcement{Version: version, line: sentences.UndoLine(t.Words, before, e.Seat)})
		}
		before = after
	}
	return all
}

// announcedIn returns false if a turn was too long for one message. The message of the end has a
// line for all steps that one player made.
func announcedIn(messages []*localdiscord.Message, events []Announcement) (lines []string, all bool) {
	known, by := map[string]bool{}, map[string]string{}
	for _, e := range events {
		known[e.line], by[e.line] = true, e.by
	}
	all = !slices.ContainsFunc(messages, func(m *localdiscord.Message) bool { return strings.Contains("\n"+m.Content+"\n", "\n…\n") })
	for _, m := range messages {
		for line := range strings.SplitSeq(m.Content, "\n") {
			steps, first := strings.Split(line, " · "), ""
			if known[line] {
				steps = []string{line}
			}
			for i, step := range steps {
				if i > 0 {
					step = by[first] + " " + step
				}
				if !known[step] { // only the last of them keeps its full stop
					step += "."
				}
				if first = cmp.Or(first, step); known[step] {
					lines = append(lines, step)
				}
			}
		}
	}
	return lines, all
}

// announces reports whether lines are all required announcements, in order and once, and perhaps
// others of events. If not, they agree up to the line and the event with these indices.
func announces(lines []string, events []Announcement) (agree bool, line, event int) {
	told := []int{0} // how many lines the events so far may have, most first
	for i, e := range events {
		var next []int
		for _, n := range told {
			if n < len(lines) && lines[n] == e.line {
				next = append(next, n+1)
			}
			if !e.Required {
				next = append(next, n)
			}
		}
		if len(next) == 0 {
			return false, told[0], i
		}
		told = slices.Compact(next)
	}
	return told[0] == len(lines), told[0], len(events)
}
