package play_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

func TestRoundsBeginWhenEveryoneIsReadyAndSayWhoHasWonThem(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Locale: harness.LocaleOf(t)},
		localdiscord.Args{"game": "towers", "mode": "quick", "clock": 300}, 3)
	seats := env.At(ch).BySeat(people)
	ready, turn := env.Words.Say("bot.button.ready"), env.Words.Say("bot.button.turn")
	first := ch.Last()
	require.NotNil(t, harness.Button(first, ready), first.Content)
	require.Nil(t, harness.Button(first, turn))
	require.NotRegexp(t, harness.Countdown, first.Content, "the clock does not run")
	early := seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	require.Equal(t, "⛔ "+seats[0].T("table.refused.round_waits"), early.Content)

	panel := seats[0].MustClick(first, ready)
	require.Contains(t, panel.Content, seats[0].T("bot.turn.round_waits",
		"Players", env.Words.List([]string{seats[1].Name, seats[2].Name})))
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.Say("bot.table.ready_list",
		"Ready", seats[0].Name, "Players", env.Words.List([]string{seats[1].Name, seats[2].Name})))
	panel = seats[1].MustCommand(ch, "game ready", nil)
	require.Contains(t, panel.Content, seats[1].T("bot.turn.round_waits",
		"Players", env.Words.List([]string{seats[2].Name})), "the command does the same")
	panel = seats[2].MustClick(ch.Last(), ready)
	require.NotEmpty(t, harness.CursorButtons(panel), "the last press begins the round: %s", panel.Content)
	env.Settle()
	boards := seats[2].MustClick(ch.Last(), env.Words.Say("bot.button.boards"))
	require.Len(t, boards.Pictures(), 3, "the zones of neighbours")
	require.Equal(t, first.ID, ch.Last().ID, "the message is edited")
	require.NotNil(t, harness.Button(ch.Last(), turn))
	env.CheckDeadline(ch.Last(), 5*time.Minute)

	harness.MustDo(seats[0], ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	harness.MustDo(seats[0], ch, "towers noble small", localdiscord.Args{"cell": "1:k7.1"})
	harness.MustDo(seats[1], ch, "towers noble small", localdiscord.Args{"cell": "1:k7.1"})
	harness.MustDo(seats[2], ch, "towers tower", localdiscord.Args{"cell": "2:k7"})
	for _, p := range seats {
		harness.MustDo(p, ch, "towers stuck", nil)
	}
	env.Settle()
	second := ch.Last()
	require.NotEqual(t, first.ID, second.ID)
	require.Contains(t, second.Content, env.Words.Say("bot.table.round_won",
		"Players", "**"+seats[0].Name+"**", "Count", 1, "ByPieces", true))
	rounds := env.Words.Pair(env.Words.Say("towers.score.won"), fmt.Sprintf("**%s** 1 · ", seats[0].Name))
	require.Contains(t, second.Content, rounds, "the picture has the zones")
	require.Contains(t, second.Attachments[0].Description, "k7", "the picture shows what was scored")
	require.NotNil(t, harness.Button(second, ready))
	require.Len(t, harness.Countdown.FindAllString(second.Content, -1), 1, "it begins by itself")
	env.CheckDeadline(second, 10*time.Second)
	env.Eventually("the old message has no buttons", func() bool {
		return len(env.Discord.Message(first.ID).Controls()) == 0
	})

	env.Clock.Forward(11 * time.Second)
	env.Eventually("the second round begins by itself", func() bool {
		return harness.Button(env.Discord.Message(second.ID), turn) != nil
	})
}

// TestTowersFirstPlayerOnACellKeepsIt has two neighbours build on the same cell at once. Then one
// builds where the other's cursor is, which Discord is slow to show. The other is told why not, and
// goes on.
func TestTowersFirstPlayerOnACellKeepsIt(t *testing.T) {
	q := newQuickTable(t)
	var both sync.WaitGroup
	answers := make([]*localdiscord.Message, 2)
	for i := range answers {
		both.Go(func() {
			answers[i], _ = q.seats[i].Command(q.Channel, "towers tower", localdiscord.Args{"cell": "1:k7.1"})
		})
	}
	both.Wait()
	refused := 0
	for i, m := range answers {
		require.NotNil(t, m)
		if q.seats[i].Refused(m) {
			refused++
			require.Contains(t, m.Content, "⛔ "+q.seats[i].T("towers.refused.cell_taken",
				"cell", "k7, level 1, zone 1 with "+q.seats[1-i].Name))
		}
	}
	require.Equal(t, 1, refused, "one of the two keeps the cell")

	loser := q.seats[0]
	cursor := loser.MustOpenPanel(q.Channel)
	cursor = loser.MustClick(cursor, harness.CursorButtons(cursor)[0].Label)
	slow := q.Discord.Faults().REST(localdiscord.RESTFault{
		Method: http.MethodPatch, Path: "/webhooks/.*/@original", Delay: harness.Patience,
	})
	q.buildsAtGhost(cursor)
	answer := loser.MustClick(cursor, loser.T("bot.cursor.place"))
	require.True(t, loser.Refused(answer), answer.Content)
	require.NotEmpty(t, harness.CursorButtons(answer), "the answer is the current panel")
	slow.Remove()
	panel := loser.MustOpenPanel(q.Channel) // another one, since the bot may just refresh that one
	next := loser.MustClick(panel, harness.CursorButtons(panel)[0].Label)
	next = loser.MustWait(loser.Press(t.Context(), next, withArg(t, next, "move", "tower")))
	require.False(t, loser.Refused(next) || loser.Outdated(next), next.Content)
	for _, explained := range []bool{true, false} { // the third time and the fourth
		panel = loser.MustOpenPanel(q.Channel)
		next = loser.MustClick(panel, harness.CursorButtons(panel)[0].Label)
		require.Equal(t, explained, strings.Contains(next.Content, "➡️"), next.Content)
	}
	q.Settle()
}

// withArg returns the custom_id of a button with an action and an argument that begins with arg.
func withArg(t testing.TB, m *localdiscord.Message, action, arg string) string {
	for _, c := range m.Controls() {
		if parts := strings.SplitN(c.CustomID, ":", 4); parts[0] == action && strings.HasPrefix(parts[3], arg) {
			return c.CustomID
		}
	}
	require.FailNow(t, "no such button", "%s %s in %s %v", action, arg, m.Content, m.Controls())
	return ""
}

func use(p *harness.Player, m *localdiscord.Message, customID string) *localdiscord.Message {
	return p.MustWait(p.Press(context.Background(), m, customID))
}

// TestAnotherPlayersMoveLeavesAPanelUsableInGardensBuiltTogether has players dig while another one
// builds, and uses the panel and the cursor that were shown before.
func TestAnotherPlayersMoveLeavesAPanelUsableInGardensBuiltTogether(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Seed: 77}, localdiscord.Args{"build": "together"}, 4)
	seats := env.At(ch).BySeat(people)
	first := &presser{TB: t, Player: seats[0], panel: seats[0].MustOpenPanel(ch)}
	first.makes("dig")
	dig := func(p *harness.Player) {
		cell := p.MustSuggest(ch, "garden dig", "cell")[0]
		harness.MustDo(p, ch, "garden dig", localdiscord.Args{"cell": cell})
	}
	dig(seats[1])
	first.click("cur", "l place")
	require.NotNil(t, harness.Button(first.panel, first.T("bot.cursor.place")), "the cursor opens: %s",
		first.panel.Content)
	dig(seats[2])
	first.click("cur", "l place")
	require.NotNil(t, harness.Button(first.panel, first.T("bot.cursor.place")), "the cursor goes on: %s",
		first.panel.Content)
	dig(seats[3])
	before := env.At(ch).Now()
	first.click("move", "place")
	require.False(t, first.Outdated(first.panel) || first.Refused(first.panel), first.panel.Content)
	require.Len(t, env.At(ch).Now().Moves, len(before.Moves)+1)
	first.click("undo", "")
	require.Len(t, env.At(ch).Now().Moves, len(before.Moves))
}

// TestAnotherPlayersMoveLeavesAPanelUsableInAQuickGame does the same where all build at once. Each
// interaction is delivered twice, and acts once.
func TestAnotherPlayersMoveLeavesAPanelUsableInAQuickGame(t *testing.T) {
	q := newQuickTable(t)
	p := q.seats[0]
	q.Discord.Faults().DuplicateInteractions(true)
	panel := p.MustOpenPanel(q.Channel)
	q.builds(2, "2:c3") // zone 2 is between the two others
	panel = use(p, panel, withArg(t, panel, "cur", "l tower"))
	q.builds(3, "2:x20")
	require.NotNil(t, harness.Button(panel, p.T("bot.cursor.place")), panel.Content)
	before := q.Moves()
	panel = use(p, panel, withArg(t, panel, "on", "tower"))
	require.False(t, p.Outdated(panel) || p.Refused(panel), panel.Content)
	require.Equal(t, before+1, q.Moves(), "it acts once")
	require.NotNil(t, harness.Button(panel, p.T("bot.cursor.place")), "the cursor stays open: %s", panel.Content)
}

// quickTable is a quick game of three whose first round has begun, by seat.
type quickTable struct {
	*harness.Table
	seats []*harness.Player
}

func newQuickTable(t *testing.T) *quickTable {
	env, ch, people := harness.OpenedGame(t, harness.Options{Variant: harness.QuickTowers}, nil, 3)
	return &quickTable{env.At(ch), env.At(ch).BySeat(people)}
}

// edits counts the changes of a panel, also those by the answers to presses.
func (q *quickTable) edits(panel *localdiscord.Message) int {
	return len(q.Discord.History(panel.ID)) - 1
}

func (q *quickTable) builds(seat int, cell string) {
	m := q.seats[seat-1].MustCommand(q.Channel, "towers tower", localdiscord.Args{"cell": cell})
	require.False(q, q.seats[seat-1].Refused(m), m.Content)
}

// buildsAtGhost has a neighbour of seat 1 build where the ghost of that seat's cursor is.
func (q *quickTable) buildsAtGhost(cursor *localdiscord.Message) {
	ghost := strings.Fields(withArg(q, cursor, "move", "tower"))[1]
	zone, _, _ := strings.Cut(ghost, ":")
	q.builds(map[string]int{"1": 2, "3": 3}[zone], strings.Split(ghost, ".")[0])
}

// version returns the version of the table that the controls of a message were shown at.
func (q *quickTable) version(m *localdiscord.Message) table.Version {
	require.NotEmpty(q, m.Controls(), m.Content)
	c, ok := control.Parse(m.Controls()[0].CustomID)
	require.True(q, ok, "the bot can read its control %q", m.Controls()[0].CustomID)
	return c.Version
}

// refreshed waits until a panel shows the present table, and returns it. Package
// bot/handle/refresh tests that this takes less than 1 s of simulated time.
func (q *quickTable) refreshed(panel *localdiscord.Message) *localdiscord.Message {
	now := q.Now().Version
	q.Eventually("the panel is refreshed", func() bool { return q.version(q.Discord.Message(panel.ID)) == now })
	return q.Discord.Message(panel.ID)
}

// layout lists the controls of a message, without whether they are enabled and what they do now.
func layout(m *localdiscord.Message) (rows [][]string) {
	for _, row := range m.Components {
		var labels []string
		for _, c := range row.Components {
			sign := ""
			if c.Emoji != nil {
				sign = c.Emoji.Name
			}
			labels = append(labels, fmt.Sprint(c.Type, sign, c.Label, c.Placeholder))
		}
		rows = append(rows, labels)
	}
	return rows
}

// TestAPanelIsRefreshedWhenANeighbourBuildsInASharedZone has a neighbour build the first tower,
// which nobles can stand on, and then build where the ghost is. The controls stay where they are.
func TestAPanelIsRefreshedWhenANeighbourBuildsInASharedZone(t *testing.T) {
	q := newQuickTable(t)
	panel := q.seats[0].MustOpenPanel(q.Channel)
	small := q.seats[0].T("bot.cursor.open_it", "What", q.seats[0].T("towers.verb.small"))
	require.True(t, harness.Button(panel, small).Disabled, "no noble can stand yet")
	before := q.PictureHashes(panel)
	q.builds(2, "2:c3") // the zone between the two others
	q.builds(3, "3:c3")
	now := q.refreshed(panel)
	require.Equal(t, 1, q.edits(panel), "what happens elsewhere changes nothing")
	require.NotEqual(t, before, q.PictureHashes(now))
	change, need, _ := strings.Cut(now.Content, "\n")
	require.Contains(t, change, "c3, level 1, in your zone 3", "the panel says first what has changed")
	require.Equal(t, panel.Content, need)
	require.False(t, harness.Button(now, small).Disabled, "a noble can stand on the new tower")
	require.Equal(t, layout(panel), layout(now)[:len(layout(panel))])

	cursor := q.seats[0].MustClick(now, harness.CursorButtons(now)[0].Label)
	q.buildsAtGhost(cursor)
	now = q.refreshed(cursor)
	require.Contains(t, now.Content, "✅", "the place is taken, so the ghost goes to the next one")
	require.False(t, harness.Button(now, q.seats[0].T("bot.cursor.place")).Disabled)
	require.Equal(t, layout(cursor), layout(now)[:len(layout(cursor))])
	require.Equal(t, strings.Count(cursor.Content, "\n"), strings.Count(now.Content, "\n"), "%s", now.Content)
}

// TestPanelsAreNotRefreshedAfterTheLifeOfTheirToken also checks that the next press gives a panel a
// new token.
func TestPanelsAreNotRefreshedAfterTheLifeOfTheirToken(t *testing.T) {
	q := newQuickTable(t)
	panel := q.seats[0].MustOpenPanel(q.Channel)
	other := q.seats[1].MustOpenPanel(q.Channel)
	q.builds(3, "3:c3")
	q.refreshed(panel) // so the bot has noted when it was opened
	q.Clock.Forward(15 * time.Minute)
	other = q.seats[1].MustClick(other, harness.CursorButtons(other)[0].Label)
	q.builds(3, "3:k7")
	q.builds(3, "2:k7")
	q.refreshed(other)
	require.Equal(t, 1, q.edits(panel))
	require.NotEqual(t, q.Now().Version, q.version(q.Discord.Message(panel.ID)))
}

// TestAPressDuringASlowRefreshIsAnsweredInTheEnd has Discord carry out a refresh only after the
// answer to a press that came later.
func TestAPressDuringASlowRefreshIsAnsweredInTheEnd(t *testing.T) {
	q := newQuickTable(t)
	panel := q.seats[0].MustOpenPanel(q.Channel)
	slow := q.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PATCH", Path: "/webhooks/.*/" + panel.ID, Times: 1, Delay: harness.Patience,
	})
	q.builds(2, "1:c9")
	q.Eventually("the refresh is on its way", func() bool { return slow.Hits() > 0 })
	cursor := q.seats[0].MustClick(panel, harness.CursorButtons(panel)[0].Label)
	place := q.seats[0].T("bot.cursor.place")
	require.NotNil(t, harness.Button(cursor, place), cursor.Content)
	require.Equal(t, 1, q.edits(panel))
	slow.Remove()
	q.Eventually("the refresh comes, and then the cursor again", func() bool {
		return q.edits(panel) == 3 && harness.Button(q.Discord.Message(panel.ID), place) != nil
	})
}
