package reviewqueue

import (
	"context"
	"log/slog"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

func ended(t *testing.T, s store.Store) tables.Loaded {
	t.Helper()
	babel, found := games.Find("babel")
	require.True(t, found, "no game babel")
	p := playtest.Play(t, babel, nil, 2)
	tab := p.At(t, len(p.Moves))
	id := storetest.Must(s.NewTable(t.Context()))(t)
	require.NoError(t, s.Commit(t.Context(), store.Commit{
		Table: id, Events: []table.Event{table.OpenLobby(babel.Info(), tab.Players[0], nil, 0, 1)},
		Header: store.Header{Guild: 1, Game: "babel", Status: store.Ended},
	}))
	return tables.Loaded{ID: id, Table: tab}
}

// running returns a store with an ended game, a running reviewer that finds reviews by a function,
// and what stops it.
func running(
	t *testing.T, find func(context.Context, *table.Table, review.Options) (*review.Review, error),
) (s store.Store, at tables.Loaded, rv *Reviewer, stop func()) {
	s = bolttest.New(t)
	rv = New(s, slog.New(slog.DiscardHandler))
	if find != nil {
		rv.find = find
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() { rv.Run(ctx, nil); close(stopped) }()
	stop = func() { cancel(); <-stopped }
	t.Cleanup(stop)
	return s, ended(t, s), rv, stop
}

// outcome is what a Tell was told.
type outcome struct {
	found *review.Review
	err   error
}

// result waits for the review of a table.
func result(t *testing.T, rv *Reviewer, s tables.Loaded) outcome {
	t.Helper()
	j, err := rv.Ask(s)
	require.NoError(t, err)
	told := make(chan outcome, 1)
	j.Then(t.Context(), "", func(_ context.Context, found *review.Review, err error) { told <- outcome{found, err} })
	select {
	case o := <-told:
		return o
	case <-time.After(time.Minute):
		require.Fail(t, "no review")
	}
	return outcome{}
}

func some() *review.Review {
	return &review.Review{Accuracy: []float64{98.76543, 50}, Key: []int{0}, Turns: []review.Turn{
		{Seat: 1, From: 1, To: 2, Before: 55.555555, After: 44.444444, Chances: []float64{44.444444, 55.555556}},
	}}
}

func findSome(context.Context, *table.Table, review.Options) (*review.Review, error) {
	return some(), nil
}

func TestReviewIsStoredWithoutNamesAndFoundAgain(t *testing.T) {
	s, at, rv, _ := running(t, nil)
	o := result(t, rv, at)
	require.NoError(t, o.err)
	require.NotEmpty(t, o.found.Turns)
	again := storetest.Must(Stored(t.Context(), s, at.ID))(t)
	assert.Equal(t, o.found, again)
	data := storetest.Must(s.Review(t.Context(), at.ID))(t)
	for _, p := range at.Table.Players {
		assert.NotContains(t, string(data), p.Name)
	}
	assert.Less(t, len(data), 300*len(o.found.Turns))
}

func TestStoredPercentagesRoundToTheSameWholePercent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64Range(0, 100), rapid.SampledFrom([]float64{44.4999, 44.5, 99.995})).Draw(t, "percent")
		small := &review.Review{Accuracy: []float64{v}, Turns: []review.Turn{{Before: v, After: v, Chances: []float64{v}}}}
		shorten(small)
		for _, stored := range []float64{
			small.Accuracy[0], small.Turns[0].Before, small.Turns[0].After, small.Turns[0].Chances[0],
		} {
			assert.Equal(t, math.Round(v), math.Round(stored))
			assert.InDelta(t, v, stored, 0.01)
		}
	})
}

func TestReviewOfAnotherAlgorithmIsNoReview(t *testing.T) {
	s := bolttest.New(t)
	at := ended(t, s)
	for _, data := range []string{`{"algorithm":0,"review":{"turns":[]}}`, `[]`} { // the other cannot be read
		require.NoError(t, s.SetReview(t.Context(), at.ID, []byte(data)))
		found := storetest.Must(Stored(t.Context(), s, at.ID))(t)
		assert.Nil(t, found, data)
	}
}

func TestGameIsReviewedOnceForAllWhoAsk(t *testing.T) {
	slow := make(chan struct{})
	asked := 0
	s, at, rv, _ := running(t, func(_ context.Context, t *table.Table, o review.Options) (*review.Review, error) {
		asked++
		o.Progress(len(t.Moves) / 2)
		<-slow
		return some(), nil
	})
	other := ended(t, s)
	j := storetest.Must(rv.Ask(at))(t)
	second := storetest.Must(rv.Ask(other))(t)
	require.Eventually(t, func() bool { return j.Percent() >= 49 }, time.Minute, time.Millisecond)
	assert.Zero(t, j.Ahead())
	assert.Equal(t, 1, second.Ahead())
	again, err := rv.Ask(at)
	require.NoError(t, err)
	require.Same(t, j, again)
	told := make(chan string, 9)
	for _, message := range []string{"a", "b", "a"} {
		j.Then(t.Context(), message, func(context.Context, *review.Review, error) { told <- message })
	}
	close(slow)
	assert.ElementsMatch(t, []string{"a", "b"}, []string{<-told, <-told}, "one call for each message")
	j.Then(t.Context(), "c", func(_ context.Context, found *review.Review, _ error) {
		assert.Equal(t, 98.76, found.Accuracy[0])
		told <- "c"
	})
	assert.Equal(t, "c", <-told, "a review that is done is told at once")
	second.Then(t.Context(), "d", func(_ context.Context, _ *review.Review, err error) {
		assert.NoError(t, err)
		told <- "d"
	})
	assert.Equal(t, "d", <-told)
	assert.Equal(t, 2, asked)
}

func TestGamesBeyondTheQueueAreRefused(t *testing.T) {
	slow := make(chan struct{})
	_, at, rv, _ := running(t, func(context.Context, *table.Table, review.Options) (*review.Review, error) {
		<-slow
		return some(), nil
	})
	defer close(slow)
	refused := 0
	for range maxWaiting + 5 {
		at.ID++
		if _, err := rv.Ask(at); err != nil {
			require.ErrorIs(t, err, ErrBusy)
			refused++
		}
	}
	assert.GreaterOrEqual(t, refused, 4)
}

func TestPanicFailsOneReviewAndTheNextTryMaySucceed(t *testing.T) {
	first := true
	s, at, rv, _ := running(t, func(context.Context, *table.Table, review.Options) (*review.Review, error) {
		if first {
			first = false
			panic("no such move")
		}
		return some(), nil
	})
	require.ErrorContains(t, result(t, rv, at).err, "panic: no such move")
	none, err := Stored(t.Context(), s, at.ID)
	require.NoError(t, err)
	require.Nil(t, none)
	require.NoError(t, result(t, rv, at).err)
}

func TestPanicOfTheOneWhoWaitsStopsNothing(t *testing.T) {
	s, at, rv, _ := running(t, findSome)
	j, err := rv.Ask(at)
	require.NoError(t, err)
	j.Then(t.Context(), "", func(context.Context, *review.Review, error) { panic("no such picture") })
	require.NoError(t, result(t, rv, ended(t, s)).err)
}

func TestReviewThatIsDoneWhenTheProgramStopsIsStored(t *testing.T) {
	slow, begun := make(chan struct{}), make(chan struct{})
	s, at, rv, stop := running(t, func(ctx context.Context, _ *table.Table, o review.Options) (*review.Review, error) {
		close(begun)
		<-slow
		for !o.Stop() {
			time.Sleep(time.Millisecond)
		}
		return some(), nil
	})
	_, err := rv.Ask(at)
	require.NoError(t, err)
	<-begun
	close(slow)
	stop()
	found := storetest.Must(Stored(t.Context(), s, at.ID))(t)
	require.NotNil(t, found)
}

func TestReviewThatCannotBeStoredFails(t *testing.T) {
	_, at, rv, _ := running(t, findSome)
	at.ID += 5
	require.ErrorIs(t, result(t, rv, at).err, store.ErrNotFound)
}
