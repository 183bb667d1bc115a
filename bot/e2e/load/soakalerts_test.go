package load_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// checkAlerts checks what the local Discord has told the players of a table: nobody was pinged
// twice for a turn, or in a time in which they wanted no pings. It counts the pings by kind.
func (s *soak) checkAlerts(t *soakTable, played []loggedGame, counts map[string]int) {
	s.Helper()
	for _, p := range t.people {
		turns := map[table.ID]map[table.Version]harness.Turn{}
		for _, g := range played {
			var err error
			turns[g.id], err = harness.TurnsOf(g.log, p.UserID())
			require.NoError(s, err)
		}
		told := map[toldOf]localdiscord.Ping{}
		for _, ping := range p.Pings() {
			who := fmt.Sprintf("%s in %s (%+v) at %v: %s", p.Name, t.Channel.ID, p.wish,
				ping.At.Format("15:04:05.000"), ping.Text)
			require.False(s, ping.Edit, who)
			kind := kindOf(ping.Text, p.Mention())
			counts["told of: "+string(kind)+way(ping, t)]++
			var turn harness.Turn
			if kind == turnAlert {
				id, version, found := s.posts.at(ping.MessageID)
				require.True(s, found, "about no table: %s", who)
				turn, found = turns[id][version]
				require.True(s, found, "told of no turn, of table %d at %d: %s", id, version, who)
				if before, twice := told[toldOf{id, turn}]; twice {
					require.Fail(s, "told twice of a turn", "%+v %s\nbefore at %v: %s", turn, who,
						before.At.Format("15:04:05.000"), before.Text)
				}
				told[toldOf{id, turn}] = ping
			}
			for _, silence := range p.silences {
				require.False(s, silence.broken(ping, turn), "pinged in %s from %v on: %s", silence.why,
					silence.from.Format("15:04:05.000"), who)
			}
		}
		for _, silence := range p.silences {
			counts["silences: "+silence.why]++
		}
	}
}

// toldOf is a turn of a game that a player was told of.
type toldOf struct {
	game table.ID
	turn harness.Turn
}

// way returns how a player was told.
func way(ping localdiscord.Ping, t *soakTable) string {
	if ping.ChannelID == t.Channel.ID {
		return " by a mention"
	}
	return " directly"
}

// broken reports whether a player was pinged in the silence. turn is that of the ping, zero if it
// is about none.
func (s silence) broken(ping localdiscord.Ping, turn harness.Turn) bool {
	if ping.At.Before(s.from) || !s.to.IsZero() && !ping.At.Before(s.to) {
		return false
	}
	return s.fromStart || time.UnixMilli(turn.Since).After(s.from)
}

// countEvents counts what has happened in a log since a time: alerts, absences, stand-ins and
// forced steps.
func countEvents(log []table.Event, since time.Time, counts map[string]int) {
	for _, e := range log {
		if e.At < since.UnixMilli() {
			continue
		}
		switch {
		case e.Kind == table.Moved && e.Auto:
			counts["forced steps"]++
		case e.Kind == table.Moved && e.By == 0 && isSkip(e.Move):
			counts["turns missed"]++
		case e.Kind == table.StoodIn && e.By == 0:
			counts["stand-ins for missed turns"]++
		case e.Kind == table.StoodIn:
			counts["stand-ins asked for"]++
		}
		switch e.Kind {
		case table.PingHeld:
			counts["pings held"]++
		case table.Called:
			counts["held pings sent"]++
		case table.Looked:
			counts["looks instead of pings"]++
		case table.Returned:
			counts["returns"]++
		case table.Paused:
			counts["limits stopped"]++
		}
	}
}

// isSkip reports whether a move of the clock skips a turn.
func isSkip(move string) bool {
	for _, g := range games.All {
		if m, err := g.ParseMove(move); err == nil && m.Verb == engine.Skip {
			return true
		}
	}
	return false
}

// checkCounts checks that everything has happened that the soak is about: in any form what is
// certain, in the long form all.
func (s *soak) checkCounts(counts map[string]int) {
	s.Helper()
	s.Logf("alerts and the like: %s", counted(counts))
	kinds := []string{
		"told of: turn by a mention", "told of: turn directly", "pings held", "held pings sent",
		"limits stopped", "forced steps", "turns missed", "stand-ins for missed turns", "returns",
		"silences: never", "silences: quiet", "silences: away",
	}
	if len(s.tables) >= 200 && *soakTime >= time.Minute {
		kinds = append(kinds, "told of: next by a mention", "told of: next directly", "told of: reminder by a mention",
			"looks instead of pings", "stand-ins asked for")
	}
	if len(s.tables) >= 200 && *soakTime >= 10*time.Minute {
		kinds = append(kinds, "told of: reminder directly", "told of: summary directly",
			"told of: end of a game by a mention")
	}
	for _, kind := range kinds {
		require.Positive(s, counts[kind], kind)
	}
}

// certain reports whether has happened what the players of some tables wait for: a return after a
// stand-in, a held-back ping and a direct message.
func (s *soak) certain() bool {
	called, direct, returned := false, false, false
	for _, t := range s.tables {
		returned = returned || t.returns.Load() > 0
		for _, p := range t.people {
			called = called || t.cast == awayCast && len(p.Pings()) > 0
			direct = direct || slices.ContainsFunc(p.DirectMessages(), func(m *localdiscord.Message) bool {
				return strings.HasPrefix(m.Content, "▶️")
			})
		}
	}
	return called && direct && returned
}
