package secrets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// leak is everything that left the process during a game, except what only the owner of the hand
// may read.
type leak struct {
	mu       sync.Mutex
	requests []string // of the bot, without answers to interactions
	public   []string // messages that all can read
	answers  []string // messages and suggestions for one of the others
	log      []string // without the lines of the connection
	records  []string // of the running game
	own      []string // alt texts of the hand that its owner was shown
	record   string   // of the ended game
	// lobby is the ID of the lobby message.
	lobby string
	// logged is the length of the log when the game began; written is what was logged since.
	logged  int
	written string
}

// shown is how many cards in a row would show a pile. So many are in no open text by chance.
const shown = 8

// search checks that nothing open has cards of piles in a row, or the hand as its owner was shown
// it, and that the record of the ended game has the piles.
func (l *leak) search(t testing.TB, p piles) {
	t.Helper()
	require.Greater(t, len(l.own), 10)
	require.NotEmpty(t, l.requests)
	require.NotEmpty(t, l.public)
	require.NotEmpty(t, l.records)
	hidden := slices.Clone(l.own)
	for _, pile := range p {
		require.Contains(t, l.record, pile, "the piles are those of the script")
		for cards := pile; len(cards) >= shown; cards = cards[1:] {
			row := cards[:shown]
			hidden = append(hidden, row, strings.Join(strings.Split(row, ""), ","))
		}
	}
	for _, open := range [][]string{l.requests, l.public, {l.written}, l.records} {
		for _, text := range open {
			for _, cards := range hidden {
				require.False(t, strings.Contains(text, cards), "%s in %.3000q", cards, text)
			}
		}
	}
}

// same compares lists in any order, and shows the entries that only one of them has.
func same(t testing.TB, a, b []string, what string) {
	t.Helper()
	times := map[string]int{}
	for _, line := range a {
		times[line]++
	}
	for _, line := range b {
		times[line]--
	}
	var other []string
	for line, n := range times {
		if n != 0 {
			other = append(other, fmt.Sprintf("%+d times %.3000q", -n, line))
		}
	}
	slices.Sort(other)
	require.Empty(t, other, what+" depends on a hidden card")
}

// begin drops what came before the game. How often the lobby message changes, and when the bot
// connects, differs each time.
func (l *leak) begin(env *harness.Env, ch *localdiscord.Channel) {
	env.Helper()
	env.Eventually("the bot has logged that it is connected", func() bool {
		return strings.Contains(env.BotLog.Text(), "msg=connected ")
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests, l.lobby, l.logged = nil, ch.Messages()[0].ID, len(env.BotLog.Text())
}

// lookAround has everybody but the owner of the hand look at everything they can, and checks what
// is refused. The owner looks at the hand.
func (l *leak) lookAround(
	env *harness.Env, ch *localdiscord.Channel, players []*harness.Player, owner engine.Seat, eve *harness.Player,
) {
	env.Helper()
	mine, other := players[owner-1], players[2-owner]
	seat := localdiscord.Args{"view": "hand", "player": owner.String()}
	for _, p := range []*harness.Player{other, eve} {
		l.tryHand(env, ch, p, owner)
		p.MustCommand(ch, "board", localdiscord.Args{"view": "table", "player": owner.String(), "public": p == eve})
		boards := p.MustClick(ch.Messages()[l.table(env, ch)], env.Words.T("bot.button.boards", nil))
		p.MustClick(boards, p.T("bot.button.previous"))
		p.MustCommand(ch, "game record", localdiscord.Args{"public": p == eve})
		l.turns(env, ch, p, seat)
		p.MustClick(ch.Messages()[l.table(env, ch)], env.Words.T("bot.button.scores", nil))
		for _, at := range [][2]string{{"travel", "people"}, {"settle", "people"}, {"discard", "cards"}} {
			values, err := p.Suggestions(ch, "babel "+at[0], nil, at[1])
			require.NoError(env, err)
			l.answers = append(l.answers, fmt.Sprint(p.Name, " ", at, values))
		}
	}
	// Only the owner sees the hand.
	for _, sub := range []string{"travel", "settle"} {
		_, err := mine.Suggestions(ch, "babel "+sub, nil, "people")
		require.NoError(env, err)
	}
	mine.MustClick(ch.Messages()[l.table(env, ch)], env.Words.T("bot.button.turn", nil))
	shown := mine.MustCommand(ch, "board", seat)
	require.True(env, shown.Ephemeral())
	require.Len(env, shown.Pictures(), 1)
	l.own = append(l.own, shown.Pictures()[0].Alt)
	seat["public"] = true
	refused := mine.MustCommand(ch, "board", seat)
	require.Equal(env, "⛔ "+mine.T("table.refused.not_yours"), refused.Content)
	require.True(env, refused.Ephemeral())
	require.Empty(env, refused.Pictures())
}

// tryHand has a player ask for another's hand, which is refused, and for the status.
func (l *leak) tryHand(env *harness.Env, ch *localdiscord.Channel, p *harness.Player, owner engine.Seat) {
	env.Helper()
	for _, public := range []bool{false, true} {
		m := p.MustCommand(ch, "board", localdiscord.Args{"view": "hand", "player": owner.String(), "public": public})
		require.Equal(env, "⛔ "+p.T("table.refused.not_yours"), m.Content)
		require.Empty(env, m.Pictures())
		require.Empty(env, m.Attachments)
	}
	p.MustCommand(ch, "game status", nil)
}

// turns has a player list past turns, and look at one of them.
func (l *leak) turns(env *harness.Env, ch *localdiscord.Channel, p *harness.Player, hand localdiscord.Args) {
	env.Helper()
	choices, err := p.Autocomplete(context.Background(), ch, "board", nil, "turn", "")
	require.NoError(env, err)
	l.answers = append(l.answers, fmt.Sprint(p.Name, " ", choices))
	turn := choices[len(choices)/2].Value
	m := p.MustCommand(ch, "board", localdiscord.Args{"view": hand["view"], "player": hand["player"], "turn": turn})
	require.Equal(env, "⛔ "+p.T("table.refused.not_yours"), m.Content)
	p.MustCommand(ch, "board", localdiscord.Args{"view": "table", "turn": turn})
}

// table returns the index of the newest message with the buttons of a table.
func (l *leak) table(env *harness.Env, ch *localdiscord.Channel) int {
	env.Helper()
	all := ch.Messages()
	for i := len(all) - 1; i >= 0; i-- {
		if harness.Button(all[i], env.Words.T("bot.button.boards", nil)) != nil {
			return i
		}
	}
	require.FailNow(env, "no table message")
	return 0
}

// traffic keeps a request, except answers to interactions, which messages keeps by reader. How
// often the bot connects and sends heartbeats differs each time.
func (l *leak) traffic(t localdiscord.Traffic) {
	if t.Kind == "event" || slices.Contains([]string{"heartbeat", "identify", "resume"}, t.Name) ||
		t.Path == "/gateway" {
		return
	}
	if strings.HasPrefix(t.Path, "/interactions/") || strings.HasPrefix(t.Path, "/webhooks/") {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, normalize(t.Name+" "+t.Path+" "+string(t.Body)))
}

// messages keeps every version of every message that others than the owner can read, with its
// pictures.
func (l *leak) messages(env *harness.Env, ch *localdiscord.Channel, owner *harness.Player) {
	env.Helper()
	for _, m := range ch.Everything() {
		if m.OnlyFor == owner.ID || m.ID == l.lobby {
			continue
		}
		to := &l.answers
		if m.OnlyFor == "" {
			to = &l.public
		}
		for _, version := range env.Discord.History(m.ID) {
			text, err := json.Marshal(version)
			require.NoError(env, err)
			*to = append(*to, normalize(string(text))+env.PictureHashes(version))
		}
	}
	require.Greater(env, len(l.public), 10)
}

// connectionLine matches lines of the log that are only about the connection to Discord. How many
// there are depends on timing. They have no room for more than numbers and network errors.
var connectionLine = regexp.MustCompile(`^time=\S+ level=(` + strings.Join([]string{
	`DEBUG msg="connecting to Discord" resume=(true|false)`,
	`INFO msg=connected bot=Amytis servers=1 commands_changed=(true|false)( install_link="[^" ]*")?`,
	`WARN msg="disconnected from Discord" err=("[a-z0-9 :.>-]*"|EOF) was_ready=(true|false) after=\S+ resume=(true|false) pause=\S+`,
	`DEBUG msg="(delivered twice|already answered)" interaction=\d+`,
	`WARN msg="asking for a member" guild=\d+ user=\d+ err="GET /guilds/\{guild\}/members/\{user\}: (waiting for the rate limit: )?context deadline exceeded"`,
}, "|") + `)\s*$`)

// lines keeps the lines of a log.
func (l *leak) lines(t testing.TB, text string) {
	t.Helper()
	l.written = text
	for line := range strings.Lines(text) {
		if !connectionLine.MatchString(line) {
			l.log = append(l.log, normalize(line))
		}
	}
}

// games keeps the records of the game at every version, except before an undo: the card that is
// then taken back was open to everybody.
func (l *leak) games(env *harness.Env, ch *localdiscord.Channel) {
	env.Helper()
	_, log, err := env.Store.Table(context.Background(), env.At(ch).ID())
	require.NoError(env, err)
	for i := range log {
		t, err := table.Load(games.Rules, log[:i+1])
		require.NoError(env, err)
		if t.Status == table.Lobby || log[min(i+1, len(log)-1)].Kind == table.Undone {
			continue
		}
		record, err := t.Record()
		require.NoError(env, err)
		data, err := record.Append(nil)
		require.NoError(env, err)
		if t.Status == table.Ended {
			l.record = string(data)
			return
		}
		l.records = append(l.records, string(data))
	}
}

// variable matches what differs each time anyway: times, addresses, IDs, hashes and sizes.
var variable = regexp.MustCompile(strings.Join([]string{
	`Seq: \d+`,
	`\(\d+ bytes\)`,
	`time=\S+`,
	`\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)?`,
	`127\.0\.0\.1:\d+`,
	`\b[0-9.]+(ns|µs|ms|s)\b`,
	`\d{15,}`,
	`"nonce":"[^"]*"`,
	`[0-9a-f]{12,}`,
	`"size":\d+`,
	`t:\d+:[RTf]`,        // a time in a text
	`(table=|babel-)\d+`, // in the log, and in the name of a record's file
}, "|"))

// tableInControl matches a control's custom_id up to its table's ID, which is random.
var tableInControl = regexp.MustCompile(`("custom_id":"[a-z_]+:)[0-9a-z]+:`)

// nonceInControl matches a control's custom_id up to the nonce of its message, which is random.
var nonceInControl = regexp.MustCompile(`("custom_id":"(?:panel|again):#:[0-9a-z]+:)[0-9a-z]{8,13}"`)

// normalize replaces what differs each time.
func normalize(text string) string {
	text = tableInControl.ReplaceAllString(text, "${1}#:")
	return variable.ReplaceAllString(nonceInControl.ReplaceAllString(text, `${1}#"`), "#")
}
