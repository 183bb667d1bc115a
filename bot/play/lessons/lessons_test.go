package lessons

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/engine/table"
	"amytis/render"
)

var learner = table.Player{User: 7, Name: "Ana"}

func at(t *testing.T, l *Lesson, step int) *table.Table {
	t.Helper()
	events := l.Events(step, learner)
	now, err := table.Load(games.Rules, events)
	require.NoError(t, err, "%s: %s", l.Game, l.Steps[step].Name)
	return now
}

func TestLessonsAreFoundByTheirGameAndTheirID(t *testing.T) {
	require.NotEmpty(t, All())
	numbers := map[int]bool{}
	for _, l := range All() {
		require.Positive(t, l.Number)
		require.False(t, numbers[l.Number], "two lessons %d", l.Number)
		numbers[l.Number] = true
		require.Equal(t, l.Game, l.Entry().Info().ID, "in the file of its game")
		require.Empty(t, l.Steps[len(l.Steps)-1].Move, "the last step is only read")
		byGame, found := Of(l.Game)
		require.True(t, found, "no lesson of %s", l.Game)
		require.Same(t, l, byGame)
		byID, found := WithID(l.ID())
		require.True(t, found, "no lesson %d, of %s", l.ID(), l.Game)
		require.Same(t, l, byID)
		require.NotZero(t, l.ID()&firstID)
	}
	require.Zero(t, (1<<62)&firstID, "a table's ID is never that of a lesson")
}

func TestEveryMoveOfALessonIsLegal(t *testing.T) {
	for _, l := range All() {
		require.LessOrEqual(t, len(l.Steps), 14, "%s is to take three to five minutes", l.Game)
		require.GreaterOrEqual(t, len(l.Steps), 9, l.Game)
		names := map[string]bool{}
		for i, s := range l.Steps {
			require.False(t, names[s.Name], "%s: two steps %s", l.Game, s.Name)
			names[s.Name] = true
			require.Equal(t, i, l.StepNamed(s.Name))
			now := at(t, l, i)
			require.Equal(t, table.Running, now.Status, "%s: %s", l.Game, s.Name)
			require.True(t, now.Solo(), "%s: %s: the learner is the only person", l.Game, s.Name)
			require.False(t, i == 0 && s.View == render.LegendView, "a lesson begins with one sign, not with all")
			if s.View != "" && s.View != render.LegendView {
				require.Contains(t, l.Entry().Info().Views, s.View)
			}
			if s.Move == "" {
				continue
			}
			m := l.Wanted(i)
			require.Equal(t, s.Move, string(l.Entry().AppendMove(nil, m)), "as the log has it")
			require.True(t, strings.HasPrefix(s.Move, "1 "), s.Move)
			require.Contains(t, now.State.Legal(1, nil), m, "%s: %s", l.Game, s.Name)
			require.Equal(t, s.Ghost == "", l.Ghost(i) == m, "%s: %s", l.Game, s.Name)
			require.Equal(t, m.Verb, l.Ghost(i).Verb)
		}
	}
}

func TestUndoLeadsBackToTheLatestMove(t *testing.T) {
	l := &Lesson{Steps: []Step{
		{Name: "a"}, {Name: "b", Move: "1 x"}, {Name: "c"}, {Name: "d", Move: "1 y"}, {Name: "e"},
	}}
	for step, want := range []int{0, 0, 1, 1, 3} {
		require.Equal(t, want, l.StepBefore(step), step)
	}
	require.Equal(t, 0, l.StepNamed("gone"))
}
