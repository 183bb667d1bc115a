package play_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/reviewer"
	"amytis/engine/table"
	"amytis/store"
)

// reviewStore is a store that does something before it stores a review.
type reviewStore struct {
	store.Store
	before func()
}

func (s *reviewStore) wrap(inner store.Store) store.Store {
	s.Store = inner
	return s
}

func (s *reviewStore) SetReview(ctx context.Context, id table.ID, review []byte) error {
	s.before()
	return s.Store.SetReview(ctx, id, review)
}

func TestReviewThatPanicsIsAnsweredAndCanBeAskedForAgain(t *testing.T) {
	t.Parallel()
	var first sync.Once
	s := &reviewStore{before: func() { first.Do(func() { panic("no such move") }) }}
	env := harness.New(t, harness.Options{WrapStore: s.wrap})
	ana := env.NewPlayer("Ana", "en-US")
	ch := env.Guild.AddChannel("gardens")
	resignIn(env, table.ChannelID(harness.Snowflake(ch.ID)), ana, true, 1)
	m := ana.MustCommand(ch, "review", nil)
	failed := ana.T("bot.review.failed", "Game", ana.T("gardens.name"))
	env.Eventually("the failure is told", func() bool { return env.Discord.Message(m.ID).Content == failed })
	m = env.Discord.Message(m.ID)
	again := ana.MustClick(m, ana.T("bot.button.show_review"))
	require.Equal(t, m.ID, again.ID)
	reviewedIn(env, ana, again)
	require.Empty(t, env.Discord.Violations())
	require.Len(t, env.BotLog.Errors(), 1)
	env.CheckStore()
}

func TestFullQueueOfReviewsIsToldAndUnfinishedOnesCanBeAskedForAfterARestart(t *testing.T) {
	t.Parallel()
	const running, waiting = 1, 16
	free, once := make(chan struct{}), make(chan struct{}, 99)
	s := &reviewStore{before: func() { once <- struct{}{}; <-free }}
	env := harness.New(t, harness.Options{WrapStore: s.wrap})
	ana := env.NewPlayer("Ana", "en-US")
	ch := env.Guild.AddChannel("gardens")
	game := ana.T("gardens.name")
	var ids []table.ID
	for range running + waiting + 1 {
		ids = append(ids, resignIn(env, table.ChannelID(harness.Snowflake(ch.ID)), ana, true, 1))
	}
	ask := func(i int) *localdiscord.Message {
		return ana.MustCommand(ch, "review", localdiscord.Args{"earlier": ids[i].String()})
	}
	var asked []*localdiscord.Message
	for i := range running + waiting {
		asked = append(asked, ask(i))
		if i == 0 {
			<-once // the first one goes on, and waits for the store
		} else {
			require.Equal(t, ana.T("bot.review.queue", "Game", game, "Count", i), asked[i].Content)
		}
	}
	require.Equal(t, "⛔ "+ana.T("table.refused.review_busy"), ask(running+waiting).Content)
	require.Equal(t, ana.T("bot.review.queue", "Game", game, "Count", 3), ask(3).Content, "it waits already")

	stopped := make(chan error)
	go func() { stopped <- env.Bot.Stop() }()
	close(free)
	require.NoError(t, <-stopped)
	found, err := reviewer.Stored(t.Context(), env.Store, ids[0])
	require.NoError(t, err)
	require.NotNil(t, found, "what is found is stored even when the bot stops")
	env.Bot.StartAgain()
	m := ana.MustClick(asked[waiting], ana.T("bot.button.show_review"))
	reviewedIn(env, ana, m)
	env.CheckClean()
	env.CheckStore()
}

func TestEarlierGameOfTheChannelIsReviewedAndReplayedWhileAnotherRuns(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	people := env.NewPlayers("en-US", 2)
	ana := people[0]
	ch, other := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("elsewhere")
	in := func(ch *localdiscord.Channel) table.ChannelID { return table.ChannelID(harness.Snowflake(ch.ID)) }
	first, second := resignIn(env, in(ch), ana, true, 1), resignIn(env, in(ch), ana, false, 2)
	foreign := resignIn(env, in(other), ana, true, 3)
	env.At(ch).Open(nil, people)
	env.Settle()
	for _, command := range []string{"review", "replay"} {
		require.Equal(t, []string{second.String(), first.String()}, ana.MustSuggest(ch, command, "earlier"))
		require.Equal(t, "⛔ "+ana.T("table.refused."+command+"_running"), ana.MustCommand(ch, command, nil).Content)
		for _, wrong := range []string{foreign.String(), "Gardens"} {
			m := ana.MustCommand(ch, command, localdiscord.Args{"earlier": wrong})
			require.Equal(t, "⛔ "+ana.T("table.refused.no_past_game"), m.Content)
		}
	}
	reviewedIn(env, ana, ana.MustCommand(ch, "review", localdiscord.Args{"earlier": first.String()}))
	m := ana.MustCommand(ch, "replay", localdiscord.Args{"earlier": second.String()})
	require.Contains(t, m.Content, "Nabu")
	replayIn(env, m)
	env.CheckClean()
}
