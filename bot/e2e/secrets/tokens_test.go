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

// TestLogHasNoTokens plays a game with everything logged, by day the beginning of one, and then
// requests that fail. It looks for the tokens of the bot and of all interactions in the log.
func TestLogHasNoTokens(t *testing.T) {
	const answerWithin = 1500 * time.Millisecond
	var mu sync.Mutex
	var tokens []string
	env := harness.New(t, harness.Options{Seed: 50, LogLevel: slog.LevelDebug - 4, AnswerWithin: answerWithin, Discord: localdiscord.Options{
		OnTraffic: func(m localdiscord.Traffic) {
			// "/interactions/ID/TOKEN/callback"
			if parts := strings.Split(m.Path, "/"); m.Kind == "rest" && len(parts) == 5 && parts[1] == "interactions" {
				mu.Lock()
				defer mu.Unlock()
				tokens = append(tokens, parts[3])
			}
		},
	}})
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
