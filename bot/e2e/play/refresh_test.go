package play_test

import (
	"fmt"
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

// quickTable is a quick game of three whose first round has begun, by seat.
type quickTable struct {
	*harness.Env
	ch    *localdiscord.Channel
	seats []*harness.Player
	mu    sync.Mutex
	// edited has Discord's answers to the edits of panels.
	edited []string
}

// edits returns how often the bot has edited a panel.
func (q *quickTable) edits(panel *localdiscord.Message) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, answer := range q.edited {
		if strings.Contains(answer, `"id":"`+panel.ID+`"`) {
			n++
		}
	}
	return n
}

func newQuickTable(t *testing.T) *quickTable {
	t.Helper()
	q := &quickTable{}
	q.Env = harness.New(t, harness.Options{Script: harness.QuickTowers, Discord: localdiscord.Options{
		OnTraffic: func(m localdiscord.Traffic) {
			if m.Name == "PATCH" && strings.HasPrefix(m.Path, "/webhooks/") {
				q.mu.Lock()
				defer q.mu.Unlock()
				q.edited = append(q.edited, string(m.Answer))
			}
		},
	}})
	people := q.NewPlayers(3)
	q.ch = q.Guild.AddChannel("quick")
	q.At(q.ch).Open(harness.QuickTowersOptions, people)
	q.Settle()
	q.seats = q.At(q.ch).BySeat(people)
	q.At(q.ch).BeginRound(q.seats)
	return q
}

// builds has the player of a seat build a tower.
func (q *quickTable) builds(seat int, cell string) {
	q.Helper()
	m := q.seats[seat-1].MustCommand(q.ch, "towers tower", localdiscord.Args{"cell": cell})
	require.False(q, q.seats[seat-1].Refused(m), m.Content)
}

// buildsAtGhost has a neighbour of seat 1 build where the ghost of that seat's cursor is.
func (q *quickTable) buildsAtGhost(cursor *localdiscord.Message) {
	q.Helper()
	ghost := strings.Fields(withArg(q, cursor, "move", "tower"))[1]
	zone, _, _ := strings.Cut(ghost, ":")
	q.builds(map[string]int{"1": 2, "3": 3}[zone], strings.Split(ghost, ".")[0])
}

// version returns the version of the table that the controls of a message were shown at.
func (q *quickTable) version(m *localdiscord.Message) table.Version {
	q.Helper()
	require.NotEmpty(q, m.Controls(), m.Content)
	c, ok := control.Parse(m.Controls()[0].CustomID)
	require.True(q, ok, "the bot can read its control %q", m.Controls()[0].CustomID)
	return c.Version
}

// refreshed waits until a panel shows the table as it is now, and returns it. Package
// bot/handle/refresh tests that this takes less than 1 s of simulated time.
func (q *quickTable) refreshed(panel *localdiscord.Message) *localdiscord.Message {
	q.Helper()
	now, edits := q.At(q.ch).Now().Version, q.edits(panel)
	q.Eventually("the panel is refreshed", func() bool { return q.version(q.Discord.Message(panel.ID)) == now })
	if edits == 0 {
		q.Eventually("the edit is counted", func() bool { return q.edits(panel) > 0 })
	}
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
	panel := q.seats[0].MustOpenPanel(q.ch)
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
	panel := q.seats[0].MustOpenPanel(q.ch)
	other := q.seats[1].MustOpenPanel(q.ch)
	q.builds(3, "3:c3")
	q.refreshed(panel) // so the bot has noted when it was opened
	q.Clock.Forward(15 * time.Minute)
	other = q.seats[1].MustClick(other, harness.CursorButtons(other)[0].Label)
	q.builds(3, "3:k7")
	q.builds(3, "2:k7")
	q.refreshed(other)
	require.Equal(t, 1, q.edits(panel))
	require.NotEqual(t, q.At(q.ch).Now().Version, q.version(q.Discord.Message(panel.ID)))
}

// TestAPressDuringASlowRefreshIsAnsweredInTheEnd has Discord carry out a refresh only after the
// answer to a press that came later.
func TestAPressDuringASlowRefreshIsAnsweredInTheEnd(t *testing.T) {
	q := newQuickTable(t)
	panel := q.seats[0].MustOpenPanel(q.ch)
	slow := q.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PATCH", Path: "/webhooks/.*/" + panel.ID, Times: 1, Delay: harness.Patience,
	})
	q.builds(2, "1:c9")
	q.Eventually("the refresh is on its way", func() bool { return slow.Hits() > 0 })
	cursor := q.seats[0].MustClick(panel, harness.CursorButtons(panel)[0].Label)
	place := q.seats[0].T("bot.cursor.place")
	require.NotNil(t, harness.Button(cursor, place), cursor.Content)
	require.Zero(t, q.edits(panel))
	slow.Remove()
	q.Eventually("the refresh comes, and then the cursor again", func() bool {
		return q.edits(panel) == 2 && harness.Button(q.Discord.Message(panel.ID), place) != nil
	})
}

func TestAPanelThatWaitsShowsWhenItsPlayerIsInTurn(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	remove := func(p *harness.Player) *localdiscord.Message { // which ends the turn
		panel := p.MustOpenPanel(ch)
		menus, _ := harness.PanelControls(panel)
		return p.MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
	}
	panel := remove(first)
	require.Contains(t, panel.Content, second.Name, "the panel waits")
	env.Settle()
	remove(second)
	env.Eventually("the panel offers the next step", func() bool {
		menus, _ := harness.PanelControls(env.Discord.Message(panel.ID))
		return len(menus) > 0
	})
}
