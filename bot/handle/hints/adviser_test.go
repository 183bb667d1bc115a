package hints

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/engine/table"
)

func adviserOf(t *testing.T, think func(context.Context, *answer)) (*Adviser, *table.Table) {
	a := NewAdviser(time.Hour)
	if think != nil {
		a.think = think
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() { a.Run(ctx); close(stopped) }()
	t.Cleanup(func() { cancel(); <-stopped })
	return a, playtest.Play(t, games.All[0], nil, 2).At(t, 0)
}

// about returns the question about a seat in turn.
func about(t *table.Table) question {
	return question{table: 7, version: t.Version, seat: t.Turn().Slice()[0]}
}

func TestAdviserFindsALegalTurnWithinAPlayersPatience(t *testing.T) {
	a, tab := adviserOf(t, nil)
	q := a.ask(about(tab), tab)
	for a.wait(context.Background(), q) != nil { // a busy machine may need more than one try
	}
	_, err := tab.State.Apply(q.best.Moves[0])
	require.NoError(t, err)
	assert.NotEqual(t, q.best.Moves[0], q.other.Moves[0])
}

func TestSlowAnswerIsANoteFirstAndIsThereLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := make(chan struct{})
		asked := 0
		a, tab := adviserOf(t, func(context.Context, *answer) { asked++; <-slow })
		q := a.ask(about(tab), tab)
		began := time.Now()
		require.ErrorIs(t, a.wait(t.Context(), q), errThinking)
		assert.Equal(t, patience, time.Since(began))
		close(slow)
		again := a.ask(about(tab), tab)
		assert.Same(t, q, again, "the same question is thought about twice")
		require.NoError(t, a.wait(t.Context(), again))
		assert.Equal(t, 1, asked)
	})
}

func TestQuestionsBeyondTheQueueAreRefusedAtOnce(t *testing.T) {
	slow := make(chan struct{})
	a, tab := adviserOf(t, func(context.Context, *answer) { <-slow })
	defer close(slow)
	q, refused := about(tab), 0
	for i := range maxQueue + 5 {
		q.version = table.Version(i)
		if a.ask(q, tab) == nil {
			refused++
		}
	}
	assert.GreaterOrEqual(t, refused, 4)
	require.ErrorIs(t, a.wait(context.Background(), nil), errThinking)
}

func TestPanicFailsOneAnswerOnly(t *testing.T) {
	first := true
	a, tab := adviserOf(t, func(context.Context, *answer) {
		if first {
			first = false
			panic("no such move")
		}
	})
	q := about(tab)
	require.Error(t, a.wait(context.Background(), a.ask(q, tab)))
	q.version++
	require.NoError(t, a.wait(context.Background(), a.ask(q, tab)))
}
