package secrets_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

func TestStrangerSeesPublicViewsAndCannotAct(t *testing.T) {
	env, ch, _, _ := harness.StartedGame(t, harness.Options{}, nil)
	for _, locale := range longrun.Choose(harness.Locales[:1], harness.Locales) {
		eve := env.NewPlayer("Eve-"+locale, locale)
		refusal := "⛔ " + eve.T("table.refused.not_player")
		table := ch.Last()
		require.Equal(t, refusal, eve.MustClick(table, env.Words.Say("bot.button.turn")).Content)
		for _, command := range []string{"game undo", "game resign"} {
			require.Equal(t, refusal, eve.MustCommand(ch, command, nil).Content, command)
		}
		require.Contains(t, eve.MustCommand(ch, "garden dig", localdiscord.Args{"cell": "b2"}).Content, refusal)
		eve.CheckRefused(eve.MustCommand(ch, "game abort", nil), "not_host")
		eve.CheckRefused(eve.MustCommand(ch, "game join", nil), "started")
		for _, command := range []string{"game new", "game rematch"} {
			require.Equal(t, env.At(ch).Taken(eve), eve.MustCommand(ch, command, nil).Content)
		}
		require.Equal(t, eve.T("bot.mine.none"), eve.MustCommand(ch, "game mine", nil).Content)
		none := eve.MustSuggest(ch, "garden remove", "cell")
		require.Empty(t, none)

		boards := eve.MustClick(table, env.Words.Say("bot.button.boards"))
		require.Len(t, boards.Pictures(), 2)
		page := eve.MustClick(eve.MustClick(table, env.Words.Say("bot.button.more")), eve.T("bot.button.rules"))
		require.Equal(t, eve.T("gardens.rules.short.body"), page.Embeds[0].Description)
		require.Len(t, eve.MustCommand(ch, "game status", nil).Pictures(), 1)
		require.Len(t, eve.MustCommand(ch, "board", localdiscord.Args{"player": "2"}).Pictures(), 1)
		require.Len(t, eve.MustCommand(ch, "board", localdiscord.Args{"player": "2", "turn": "0"}).Pictures(), 1)
		require.Len(t, eve.MustCommand(ch, "game record", nil).Attachments, 1)
		for _, m := range eve.Messages(ch) {
			require.True(t, !m.Ephemeral() || m.OnlyFor == eve.ID, "Eve sees no whisper to others: %s", m.Content)
		}
	}
	require.Equal(t, 0, env.At(ch).Moves())
}

func TestHandGoesToTheReplacementAndNobodyElse(t *testing.T) {
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, localdiscord.Args{"game": "babel"})
	mo, cleo := env.NewModerator("Mo", "en-US"), env.NewPlayer("Cleo", "en-US")
	hand := localdiscord.Args{"view": "hand", "player": "1"}
	before := harness.MustDo(first, ch, "board", hand)
	require.True(t, cleo.Refused(cleo.MustCommand(ch, "board", hand)), "Cleo is not shown the hand before it is hers")
	mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User})
	after := harness.MustDo(cleo, ch, "board", hand)
	require.Equal(t, strings.ReplaceAll(before.Pictures()[0].Alt, first.Name, "Cleo"), after.Pictures()[0].Alt,
		"the same cards")
	first.CheckRefused(first.MustCommand(ch, "board", hand), "not_yours")
	for _, view := range []string{"all", "text"} {
		args := localdiscord.Args{"view": view, "player": "1"}
		own, other := cleo.MustCommand(ch, "board", args), first.MustCommand(ch, "board", args)
		args["public"] = true
		open := cleo.MustCommand(ch, "board", args)
		require.Equal(t, other.Text(), open.Text(), "what is public has no hand")
		require.Len(t, open.Pictures(), len(other.Pictures()))
		require.Equal(t, view == "all", len(own.Pictures()) > len(open.Pictures()))
		require.Equal(t, view == "text", strings.Contains(own.Text(), cleo.T("alt.babel.view.hand", "You", true)))
	}
}

// TestLogHasNoTokens plays a game with everything logged, by day the beginning of one, and then
// requests that fail. It looks for the tokens of the bot and of all interactions in the log.
func TestLogHasNoTokens(t *testing.T) {
	const answerWithin = 1500 * time.Millisecond
	var mu sync.Mutex
	var tokens []string
	watch := func(m localdiscord.Traffic) {
		// "/interactions/ID/TOKEN/callback"
		if parts := strings.Split(m.Path, "/"); m.Kind == "rest" && len(parts) == 5 && parts[1] == "interactions" {
			mu.Lock()
			defer mu.Unlock()
			tokens = append(tokens, parts[3])
		}
	}
	env := harness.New(t, harness.Options{
		Seed: 50, LogLevel: slog.LevelDebug - 4, AnswerWithin: answerWithin,
		Discord: localdiscord.Options{OnTraffic: watch},
	})
	people := env.NewPlayers(2)
	people[0].ByPanel, people[0].Patient, people[1].Patient = true, true, true
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	if longrun.On() {
		env.At(ch).PlayToEnd(people)
		env.At(ch).CheckFinished(people)
	} else {
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 50, 30))
	}

	f := env.Discord.Faults()
	for _, fault := range []localdiscord.RESTFault{
		{Status: 500, Times: 20}, {DropReply: true, Times: 20}, {DropRequest: true, Times: 20}, {Status: 401, Times: 2},
	} {
		fault.Path = "/callback"
		armed := f.REST(fault)
		in, err := people[0].Slash(context.Background(), ch, "game status", nil)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), answerWithin)
		_, _ = in.Wait(ctx)
		cancel()
		armed.Remove()
	}
	require.NoError(t, env.Bot.Stop())
	log := env.BotLog.Text()
	require.Contains(t, log, "answering", "the failures are in the log")
	require.NotContains(t, log, strings.TrimPrefix(env.Discord.Token(), "Bot "), "the bot's token")
	mu.Lock()
	defer mu.Unlock()
	require.Greater(t, len(tokens), 30)
	for _, token := range tokens {
		require.NotContains(t, log, token, "an interaction's token")
	}
}
