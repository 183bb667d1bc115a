package harness

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// Announced is a game of a channel, and which of its events messages must tell.
type Announced struct {
	ID  table.ID
	Log []table.Event
	To  table.Version // all up to it is told
}

// CheckAnnouncedOnce checks that the channel announces every event of a log once, in order.
func (t *Table) CheckAnnouncedOnce(log []table.Event) {
	t.CheckAnnounced(Announced{t.ID(), log, table.Version(len(log))})
	t.CheckPostedOnce(t.Channel.Messages())
}

// CheckPostedOnce finds two messages with the same nonce.
func (t *Table) CheckPostedOnce(messages []*localdiscord.Message) {
	seen := map[string]string{}
	for _, m := range messages {
		if m.Nonce != "" {
			first, twice := seen[m.Nonce]
			require.False(t, twice, "posted twice:\n%s\n%s", first, m.Text())
			seen[m.Nonce] = m.Text()
		}
	}
}

// CheckAnnounced checks that the channel tells each event of games once, in order: each message
// what is new since the one before, up to the version in its buttons, and no other turn.
func (t *Table) CheckAnnounced(all ...Announced) {
	messages := t.Channel.Messages()
	for _, g := range all {
		final, err := table.Load(games.Rules, g.Log)
		require.NoError(t, err)
		told := []table.Version{1}
		for _, m := range messages {
			edited := told
			for _, shown := range t.Discord.History(m.ID) {
				version := versionIn(shown, g.ID, final)
				if version == 0 {
					continue
				}
				tells := func(from table.Version) bool { return t.tells(shown, g.Log, from, version) }
				require.True(t, slices.ContainsFunc(slices.Concat(told, edited), tells),
					"the events from %v or %v to %d are not told by:\n%s", told, edited, version, shown.Text())
				edited = []table.Version{version}
			}
			told = edited
		}
		if last := slices.Max(told); last < g.To {
			for _, line := range t.lines(g.Log, last, g.To) {
				last := func(m *localdiscord.Message) bool { return Tells(m.Content, line) }
				require.True(t, slices.ContainsFunc(messages, last), "nothing tells: %s", line)
			}
		}
	}
}

// versionIn returns the version of a game that a message about its turns or end shows, else 0.
func versionIn(m *localdiscord.Message, id table.ID, game *table.Table) table.Version {
	for _, c := range m.Controls() {
		at, _ := control.Parse(c.CustomID)
		if at.Action == control.Boards && at.Table == id && at.Mark == game.MarkAt(at.Version) {
			return at.Version
		}
	}
	return 0
}

// tells reports whether a message tells the events of a log from one version to another, and no
// other turn. The end of a game tells none, unless a player has left, and neither does a restore.
func (t *Table) tells(m *localdiscord.Message, log []table.Event, from, to table.Version) bool {
	if from > to {
		return false
	}
	at, err := table.Load(games.Rules, log[:to])
	require.NoError(t, err)
	lines := t.lines(log, from, to)
	rest := "\n" + m.Content + "\n"
	ended := at.Status == table.Ended && at.Moves[len(at.Moves)-1].Move.Verb != engine.Resign
	if ended || Tells(m.Content, t.Words.Say("bot.table.restored")) {
		lines = nil
	}
	if len(lines) > 0 {
		before, after, found := strings.Cut(rest, "\n"+strings.Join(lines, "\n")+"\n")
		if !found {
			return false
		}
		rest = before + "\n" + after
	}
	return !slices.ContainsFunc(sentences.AllNames(t.Words, at), func(name string) bool {
		return strings.Contains(rest, "\n"+t.Words.Pair(name, ""))
	})
}

func (t *Table) lines(log []table.Event, from, to table.Version) []string {
	at, err := table.Load(games.Rules, log[:from])
	require.NoError(t, err)
	news, after, err := sentences.Tell(t.Words, at, log[from:to])
	require.NoError(t, err)
	if after.State == nil {
		return nil // the lobby shows it
	}
	return news.Lines
}

type Turn struct {
	// Since is when the table began to wait for the seat, in Unix milliseconds.
	Since int64
	// Own is whether the seat can be skipped, or waits for a round. A player who had only to do
	// something beside another's turn is told again when their own turn begins.
	Own bool
}

// TurnsOf returns the turns of a user in a game's log, by the versions at which they go on. In a
// live game a turn is a round. One without a choice happens by itself and is left out.
func TurnsOf(log []table.Event, user table.UserID) (map[table.Version]Turn, error) {
	turns := map[table.Version]Turn{}
	rounds := map[int]Turn{}
	told := map[Turn]bool{}
	at, err := table.Load(games.Rules, log[:1])
	for _, e := range log[1:] {
		if err != nil {
			return nil, err
		}
		if at, err = at.Next(e); err != nil {
			return nil, err
		}
		seat := at.Seat(user)
		if at.Status == table.Running && seat != 0 && at.Turn().Has(seat) {
			turn := Turn{at.Waits[seat].Since, at.Round.Waiting || table.Skippable(at.State, seat)}
			if pace := at.State.Pace(); pace.Live {
				if rounds[pace.Since] == (Turn{}) {
					rounds[pace.Since] = turn
				}
				turn = rounds[pace.Since]
			}
			if told[turn] = told[turn] || !at.NoChoice(seat); told[turn] {
				turns[at.Version] = turn
			}
		}
	}
	return turns, err
}
