package secrets_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
)

// leak is everything that left the process during a game of Babel, except what only the owner of a
// hand may read.
type leak struct {
	*harness.Table
	seat              engine.Seat // the owner's
	owner, other, eve *harness.Player
	mu                sync.Mutex
	// sent is what left the process, by kind.
	sent map[string][]string
	// hands are the alt texts of the hand that its owner was shown.
	hands map[string]bool
	// drafts counts the copies on which the owner has tried something.
	drafts int
	// finished is the record of the ended game.
	finished string
	// lobby is the ID of the lobby message; before is the length of the log when the game began.
	lobby  string
	before int
}

// The kinds of what leaves the process.
const (
	request = "a request" // of the bot, without answers to interactions
	public  = "a message" // that all can read
	answer  = "an answer to another player"
	logged  = "a line of the log" // without the connection's lines
	record  = "a record of the running game"
)

// same compares lists in any order, and shows the entries that only one of them has.
func same(t testing.TB, a, b []string, what string) {
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
	require.Empty(t, other, what+" depends on what is hidden")
}

func (l *leak) add(kind, text string) { l.sent[kind] = append(l.sent[kind], normalize(text)) }

// begin drops what came before the game, which differs each time.
func (l *leak) begin() {
	l.Eventually("the bot has logged that it is connected", func() bool {
		return strings.Contains(l.BotLog.Text(), "msg=connected ")
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent[request], l.lobby, l.before = nil, l.Channel.Messages()[0].ID, len(l.BotLog.Text())
}

// lookAround has everybody but the owner of the hand look at everything they can. The owner looks
// at the hand. While a message waits to be refreshed for the other player, only Eve turns a page:
// that would end the refreshes, at once or a moment later.
func (l *leak) lookAround(waits bool) {
	for _, p := range []*harness.Player{l.other, l.eve} {
		turn := l.askForHand(p)
		for _, args := range []localdiscord.Args{{"turn": turn}, {"player": l.seat.String(), "public": p == l.eve}} {
			args["view"] = "table"
			p.MustCommand(l.Channel, "board", args)
		}
		if boards := l.press(p, "boards"); p == l.eve || !waits {
			p.MustClick(boards, p.T("bot.button.previous"))
		}
		l.press(p, "more")
		p.MustCommand(l.Channel, "game record", localdiscord.Args{"public": p == l.eve})
		for command, option := range map[string]string{"travel": "people", "settle": "people", "discard": "cards"} {
			l.suggest(p, "babel "+command, option)
		}
	}
	l.askForHand(l.owner)
	l.press(l.owner, "turn")
	l.draft()
	for _, command := range []string{"travel", "settle"} {
		l.owner.MustSuggest(l.Channel, "babel "+command, "people")
	}
}

// draft has the owner try a step with the cards in hand on a copy, except in their own turn.
func (l *leak) draft() {
	p := l.owner
	copied := p.MustCommand(l.Channel, "game plan", nil)
	menus, _ := harness.PanelControls(copied)
	if harness.Button(copied, p.T("bot.button.plan_keep")) == nil || len(menus) == 0 {
		return
	}
	tried := p.MustChoose(copied, menus[0].CustomID, menus[0].Options[0].Value)
	require.True(l, tried.Ephemeral(), "only %s sees the copy with the hand", p.Name)
	l.drafts++
}

// askForHand has a player ask for the hand, now and at a past turn. Only the owner is shown
// it, and can show it to nobody else. It returns the turn.
func (l *leak) askForHand(p *harness.Player) (turn any) {
	turns := l.suggest(p, "board", "turn")
	turn = turns[len(turns)/2].Value
	for _, args := range []localdiscord.Args{{}, {"turn": turn}, {"public": true}, {"turn": turn, "public": true}} {
		args["view"], args["player"] = "hand", l.seat.String()
		m := p.MustCommand(l.Channel, "board", args)
		require.True(l, m.Ephemeral(), "only %s sees the answer to %v", p.Name, args)
		if p == l.owner && args["public"] == nil {
			require.Len(l, m.Pictures(), 1)
			l.hands[m.Pictures()[0].Alt] = true
			continue
		}
		p.CheckRefused(m, "not_yours")
		require.Empty(l, m.Attachments)
	}
	p.MustCommand(l.Channel, "game status", nil)
	return turn
}

// suggest keeps what is suggested to a player for an option.
func (l *leak) suggest(p *harness.Player, command, option string) []localdiscord.Choice {
	choices, err := p.Autocomplete(l.Context(), l.Channel, command, nil, option, "")
	require.NoError(l, err)
	if p != l.owner {
		l.add(answer, fmt.Sprint(p.Name, " ", command, choices))
	}
	return choices
}

// press has a player press a button of the newest message that has the buttons of a table.
func (l *leak) press(p *harness.Player, button string) *localdiscord.Message {
	for _, m := range slices.Backward(l.Channel.Messages()) {
		if harness.Button(m, l.Words.Say("bot.button.boards")) != nil {
			return p.MustClick(m, l.Words.Say("bot.button."+button))
		}
	}
	require.FailNow(l, "no table message")
	return nil
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
	l.add(request, t.Name+" "+t.Path+" "+string(t.Body))
}

// messages keeps every version of every message that others than the owner can read.
func (l *leak) messages() {
	for _, m := range l.Channel.Everything() {
		if m.OnlyFor == l.owner.ID || m.ID == l.lobby {
			continue
		}
		to := answer
		if m.OnlyFor == "" {
			to = public
		}
		for _, version := range l.Discord.History(m.ID) {
			text, err := json.Marshal(version)
			require.NoError(l, err)
			l.add(to, string(text)+l.PictureHashes(version))
		}
	}
}

// connectionLine matches lines of the log that are only about the connection to Discord. How many
// there are depends on timing. They have no room for more than numbers and network errors.
var connectionLine = regexp.MustCompile(`^time=\S+ level=(` + strings.Join([]string{
	`DEBUG msg="connecting to Discord" resume=(true|false)`,
	`INFO msg=connected bot=Amytis servers=1 commands_changed=(true|false)( install_link="[^" ]*")?`,
	`WARN msg="disconnected from Discord" err=("[a-z0-9 :.>-]*"|EOF) was_ready=(true|false) after=\S+ resume=(true|false) pause=\S+`,
	`DEBUG msg="(delivered twice|already answered)" interaction=\d+`,
	`DEBUG msg="asking for a member" guild=\d+ user=\d+ err="GET /guilds/\{guild\}/members/\{user\}: (waiting for the rate limit: )?context deadline exceeded"`,
}, "|") + `)\s*$`)

func (l *leak) lines() {
	for line := range strings.Lines(l.BotLog.Text()[l.before:]) {
		if !connectionLine.MatchString(line) {
			l.add(logged, line)
		}
	}
}

// records keeps the records of the game at every version, except before an undo: the card that is
// then taken back was open to everybody.
func (l *leak) records() {
	_, log := l.Load()
	for i := range log {
		t, err := table.Load(games.Rules, log[:i+1])
		require.NoError(l, err)
		if t.Status == table.Lobby || log[min(i+1, len(log)-1)].Kind == table.Undone {
			continue
		}
		rec, err := t.Record()
		require.NoError(l, err)
		data, err := rec.Append(nil)
		require.NoError(l, err)
		if t.Status == table.Ended {
			l.finished = string(data)
			return
		}
		l.sent[record] = append(l.sent[record], string(data))
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
	`t:\d+:[RTf]`,                 // a time in a text
	`(table=|babel-|gardens-)\d+`, // in the log, and in the name of a record's file
}, "|"))

// tableInControl matches a control's custom_id up to its table's ID, which is random.
var tableInControl = regexp.MustCompile(`("custom_id":"[a-z_]+:)[0-9a-z]+:`)

// markInControl matches a control's custom_id up to its mark, which is made from times.
var markInControl = regexp.MustCompile(`("custom_id":"[a-z_]+:#:[0-9a-z]+)\.[0-9a-z]+:`)

// nonceInControl matches a control's custom_id up to the nonce of its message, which is random.
var nonceInControl = regexp.MustCompile(`("custom_id":"(?:panel|again):#:[0-9a-z]+:)[0-9a-z]{8,13}"`)

// tableInFile matches the name of a picture's file up to its table's ID, which is random.
var tableInFile = regexp.MustCompile(`([a-z]+-)[0-9a-z]+(-[0-9a-z]+(?:-[0-9a-z]+)?\.png)`)

func normalize(text string) string {
	text = markInControl.ReplaceAllString(tableInControl.ReplaceAllString(text, "${1}#:"), "${1}:")
	text = tableInFile.ReplaceAllString(text, "${1}#${2}")
	return variable.ReplaceAllString(nonceInControl.ReplaceAllString(text, `${1}#"`), "#")
}
