package play_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/store"
)

func TestOneOfTwoSimultaneousPressesActsAndTheOtherShowsTheChange(t *testing.T) {
	commits := &commitBarrier{arrived: make(chan struct{})}
	env, ch, first, _ := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t), WrapStore: commits.wrap}, nil)
	panel := first.MustOpenPanel(ch)
	menus, _ := harness.PanelControls(panel)
	commits.missing.Store(2) // both moves are found legal before either is committed
	var both sync.WaitGroup
	answers := make([]*localdiscord.Message, 2)
	for i := range answers {
		both.Go(func() {
			answers[i], _ = first.Choose(panel, menus[0].CustomID, menus[0].Options[i].Value)
		})
	}
	both.Wait()
	require.Equal(t, 1, env.At(ch).Moves(), "one of the two presses acts")
	require.NotEqual(t, first.Outdated(answers[0]), first.Outdated(answers[1]), "%s\n%s", answers[0].Content,
		answers[1].Content)
	for _, m := range answers {
		require.False(t, first.Refused(m), m.Content)
	}
}

// commitBarrier is a store whose next commits wait until all that are missing have come.
type commitBarrier struct {
	store.Store
	missing atomic.Int32
	arrived chan struct{} // closed when the last of them comes
}

func (m *commitBarrier) wrap(s store.Store) store.Store {
	m.Store = s
	return m
}

func (m *commitBarrier) Commit(ctx context.Context, c store.Commit) error {
	switch left := m.missing.Add(-1); {
	case left == 0:
		close(m.arrived)
	case left > 0:
		select {
		case <-m.arrived:
		case <-ctx.Done():
		}
	}
	return m.Store.Commit(ctx, c)
}

// TestPressOfAnEarlierTurnPlaysNothing presses a move that was offered a turn ago and would be
// legal again.
func TestPressOfAnEarlierTurnPlaysNothing(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	old := first.MustOpenPanel(ch)
	menus, _ := harness.PanelControls(old)
	options := menus[0].Options
	first.MustCommand(ch, "garden remove", localdiscord.Args{"cell": options[0].Value[len("remove "):]})
	second.MustRemoveTile(ch)
	require.Equal(t, first.UserID(), env.At(ch).Awaited())
	m := first.MustChoose(old, menus[0].CustomID, options[len(options)-1].Value)
	require.True(t, first.Outdated(m), m.Content)
	require.Equal(t, 2, env.At(ch).Moves())
}
