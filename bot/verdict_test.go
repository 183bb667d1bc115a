package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// verdict holds an ended game to everything that must be true after one.
func (h *house) verdict(ch *localdiscord.Channel, people []*person, strangers ...*person) {
	h.Helper()
	h.settle()
	require.Empty(h, h.discord.Violations(), "what Discord refused")
	require.Empty(h, h.log.faults(), "errors in the log")
	t, log := h.ended(ch)
	for _, p := range people {
		h.acknowledgedIsThere(p, log)
	}
	h.toldOnce(ch, log)
	h.pingedOnce(t, log, people, strangers)
	h.noButtonsLeft(ch)
	h.recordHolds(t)
	faults, err := h.db.Check(context.Background())
	require.NoError(h, err)
	require.Empty(h, faults, "what the store finds wrong with itself")
}

// ended reads the table of a channel, which must be over.
func (h *house) ended(ch *localdiscord.Channel) (*table.Table, []table.Event) {
	h.Helper()
	_, log, err := h.db.Table(context.Background(), h.tableIn(ch))
	require.NoError(h, err)
	t, err := table.Load(games.Rules, log)
	require.NoError(h, err)
	require.Equal(h, table.Ended, t.Status)
	return t, log
}

// acknowledgedIsThere compares what a person was told with the log: all of it
// is there, in order, and nothing else is there in the person's name.
func (h *house) acknowledgedIsThere(p *person, log []table.Event) {
	h.Helper()
	done := p.actions(log)
	require.True(h, agree(p.acks, nil, done), "%s was told:\n%v\nthe log has:\n%s", p.Name, p.acks, strings.Join(done, "\n"))
}

// agree matches acknowledgements with what was done: those that are sure must
// be there, in order; each of the others may be, there or later, since Discord
// may deliver late what it told the player that nobody answered. Lost are those
// that were not there.
func agree(acks, lost []ack, done []string) bool {
	if len(acks) > 0 && len(done) > 0 && acks[0].means(done[0]) && agree(acks[1:], lost, done[1:]) {
		return true
	}
	if len(acks) > 0 && !acks[0].sure && agree(acks[1:], append(slices.Clip(lost), acks[0]), done) {
		return true
	}
	for i, a := range lost {
		if len(done) > 0 && a.means(done[0]) && agree(acks, slices.Delete(slices.Clone(lost), i, i+1), done[1:]) {
			return true
		}
	}
	return len(acks) == 0 && len(done) == 0
}

func TestAcknowledgementsAgreeWithWhatWasDone(t *testing.T) {
	sure := func(move string) ack { return ack{parts: strings.Fields(move), sure: true} }
	lost := func(move string) ack { return ack{parts: strings.Fields(move)} }
	for name, c := range map[string]struct {
		acks []ack
		done []string
		want bool
	}{
		"all is there":              {[]ack{sure("dig a1"), sure("end")}, []string{"dig a1", "end"}, true},
		"one is lost":               {[]ack{sure("dig a1"), sure("end")}, []string{"dig a1"}, false},
		"in another order":          {[]ack{sure("dig a1"), sure("end")}, []string{"end", "dig a1"}, false},
		"nobody did it":             {[]ack{sure("dig a1")}, []string{"dig a1", "end"}, false},
		"done twice":                {[]ack{lost("dig a1"), sure("end")}, []string{"dig a1", "dig a1", "end"}, false},
		"the answer was lost":       {[]ack{lost("dig a1"), sure("end")}, []string{"dig a1", "end"}, true},
		"the interaction was lost":  {[]ack{lost("dig a1"), sure("dig b2")}, []string{"dig b2"}, true},
		"the interaction came late": {[]ack{lost("place x"), sure("place y"), sure("end")}, []string{"place y", "place x", "end"}, true},
		"before it was sent":        {[]ack{sure("place y"), lost("place x")}, []string{"place x", "place y"}, false},
		"again, and then late":      {[]ack{lost("end"), sure("end"), sure("dig a1")}, []string{"end", "dig a1", "end"}, true},
	} {
		require.Equal(t, c.want, agree(c.acks, nil, c.done), name)
	}
}

func (a ack) means(move string) bool {
	words := strings.Fields(move)
	for _, part := range a.parts {
		if !slices.Contains(words, part) {
			return false
		}
	}
	return words[0] == a.parts[0]
}

// told is an event as the announcements must tell it.
type told struct {
	line string
	// must is false for what was taken back before it was told.
	must bool
}

// toldOnce reads the channel: every event is told once, in order.
func (h *house) toldOnce(ch *localdiscord.Channel, log []table.Event) {
	h.Helper()
	h.toldInOrder(ch, tellings(h, h.words, log), true)
	var nonces []string
	for _, m := range ch.Messages() {
		if m.Nonce != nil {
			require.NotContains(h, nonces, string(m.Nonce))
			nonces = append(nonces, string(m.Nonce))
		}
	}
}

// toldInOrder reads a channel: every event is told once, in order. Where not the
// whole of it is kept, events may be missing.
func (h *house) toldInOrder(ch *localdiscord.Channel, events []told, kept bool) {
	h.Helper()
	lines, whole := linesOf(ch, events)
	if whole && kept {
		require.True(h, tells(lines, events), "%s", difference(lines, events))
		return
	}
	left := lines
	for _, e := range events {
		if len(left) > 0 && left[0] == e.line {
			left = left[1:]
		}
	}
	require.Empty(h, left, "told twice, or in another order, of\n%s", strings.Join(lines, "\n"))
}

// linesOf are the lines that a channel tells of events. They are not the whole of
// them where a turn was too long for one message.
func linesOf(ch *localdiscord.Channel, events []told) (lines []string, whole bool) {
	known := map[string]bool{}
	for _, e := range events {
		known[e.line] = true
	}
	whole = true
	for _, m := range ch.Messages() {
		for line := range strings.SplitSeq(m.Content, "\n") {
			whole = whole && line != "…"
			if known[line] {
				lines = append(lines, line)
			}
		}
	}
	return lines, whole
}

// tellings puts a log in words.
func tellings(h *house, w *text.Words, log []table.Event) []told {
	h.Helper()
	final, err := table.Load(games.Rules, log)
	require.NoError(h, err)
	before, err := table.Load(games.Rules, log[:1])
	require.NoError(h, err)
	var all []told
	for i, e := range log[1:] {
		switch e.Kind {
		case table.Moved:
			m, err := before.Game.ParseMove(e.Move)
			require.NoError(h, err)
			stands := slices.ContainsFunc(final.Moves, func(m table.Entry) bool { return m.Version == table.Version(i+2) })
			live := before.State.Pace().Live // told as long as there is room
			all = append(all, told{telling.Line(w, before, m), stands && !live})
		case table.Undone:
			all = append(all, told{telling.UndoLine(w, before, e.Seat), true})
		}
		before, err = before.Next(e)
		require.NoError(h, err)
	}
	return all
}

// tells reports whether lines tell all events that must be told, in order and
// once, and nothing else.
func tells(lines []string, events []told) bool {
	switch {
	case len(events) == 0:
		return len(lines) == 0
	case len(lines) > 0 && lines[0] == events[0].line && tells(lines[1:], events[1:]):
		return true
	}
	return !events[0].must && tells(lines, events[1:])
}

// difference shows where what was told and what was to be told part.
func difference(lines []string, events []told) string {
	for len(lines) > 0 && len(events) > 0 && (lines[0] == events[0].line || !events[0].must) {
		if lines[0] == events[0].line {
			lines = lines[1:]
		}
		events = events[1:]
	}
	return fmt.Sprintf("told:\n%s\n\nto tell:\n%v", strings.Join(lines[:min(len(lines), 8)], "\n"), events[:min(len(events), 8)])
}

// pingedOnce counts: a ping for each call to act, none for others.
func (h *house) pingedOnce(t *table.Table, log []table.Event, people, strangers []*person) {
	h.Helper()
	for _, p := range strangers {
		require.Empty(h, p.Pings(), "%s does not play", p.Name)
	}
	for _, p := range people {
		turns := h.game.pings(t, log, t.Seat(table.UserID(snowflake(p.ID))))
		require.Len(h, p.Pings(), turns, "%s's pings", p.Name)
		for _, ping := range p.Pings() {
			require.False(h, ping.Edit || ping.Silent)
		}
	}
}

// noButtonsLeft looks at all public messages: what is over cannot be pressed.
// The end of a game alone has buttons, of what can be done after it.
func (h *house) noButtonsLeft(ch *localdiscord.Channel) {
	h.Helper()
	for _, m := range ch.Messages() {
		if endsGame(m) {
			require.Len(h, m.Controls(), 3, "rematch, boards and record")
			continue
		}
		require.Empty(h, m.Controls(), "buttons of an ended game below: %s", m.Text())
	}
}

// endsGame reports whether a message tells the end of a game.
func endsGame(m *localdiscord.Message) bool { return strings.Contains(m.Content, "🏆") }

// allStripped reports whether only the newest message of a channel has buttons.
func (h *house) allStripped(ch *localdiscord.Channel) bool {
	all := ch.Messages()
	return !slices.ContainsFunc(all[:len(all)-1], func(m *localdiscord.Message) bool { return len(m.Controls()) > 0 })
}

// recordHolds checks the exported record as `amytis record check` does.
func (h *house) recordHolds(t *table.Table) {
	h.Helper()
	rec, err := t.Record()
	require.NoError(h, err)
	data, err := rec.Append(nil)
	require.NoError(h, err)
	require.True(h, json.Valid(data))
	read, err := engine.ParseRecord(data)
	require.NoError(h, err)
	require.NoError(h, read.Check(t.Game))
	require.NotEmpty(h, read.Result)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
