package play_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestTowersFirstPlayerOnACellKeepsIt has two neighbours build on the same cell at once. Then one
// builds where the other's cursor is, which Discord is slow to show. The other is told why not, and
// goes on.
func TestTowersFirstPlayerOnACellKeepsIt(t *testing.T) {
	q := newQuickTable(t)
	var both sync.WaitGroup
	answers := make([]*localdiscord.Message, 2)
	for i := range answers {
		both.Go(func() { answers[i], _ = q.seats[i].Command(q.ch, "towers tower", localdiscord.Args{"cell": "1:k7.1"}) })
	}
	both.Wait()
	refused := 0
	for i, m := range answers {
		require.NotNil(t, m)
		if q.seats[i].Refused(m) {
			refused++
			require.Contains(t, m.Content, "⛔ "+q.seats[i].T("towers.refused.cell_taken", "cell", "k7, level 1, zone 1 with "+q.seats[1-i].Name))
		}
	}
	require.Equal(t, 1, refused, "one of the two keeps the cell")

	loser := q.seats[0]
	cursor := loser.MustOpenPanel(q.ch)
	cursor = loser.MustClick(cursor, harness.CursorButtons(cursor)[0].Label)
	slow := q.Discord.Faults().REST(localdiscord.RESTFault{
		Method: http.MethodPatch, Path: "/webhooks/.*/@original", Delay: harness.Patience,
	})
	q.buildsAtGhost(cursor)
	answer := loser.MustClick(cursor, loser.T("bot.cursor.place"))
	require.True(t, loser.Refused(answer), answer.Content)
	require.NotEmpty(t, harness.CursorButtons(answer), "the answer is the current panel")
	slow.Remove()
	panel := loser.MustOpenPanel(q.ch) // another one, since the bot may just refresh that one
	next := loser.MustClick(panel, harness.CursorButtons(panel)[0].Label)
	next = loser.MustWait(loser.Press(t.Context(), next, withArg(t, next, "move", "tower")))
	require.False(t, loser.Refused(next) || loser.Outdated(next), next.Content)
	for _, explained := range []bool{true, false} { // the third time and the fourth
		panel = loser.MustOpenPanel(q.ch)
		next = loser.MustClick(panel, harness.CursorButtons(panel)[0].Label)
		require.Equal(t, explained, strings.Contains(next.Content, "➡️"), next.Content)
	}
	q.Settle()
}
