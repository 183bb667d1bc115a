package load_test

import (
	"strings"
	"testing"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/text"
	"amytis/engine/longrun"
	"amytis/store/postgres/postgrestest"
)

// TestPlayersAreToldInTimeThatTheStoreIsAway takes the store away from the real program, which
// still has its shard. Calls of the store that nobody waits for fail after five seconds, when
// Discord has told the player that nobody answers.
func TestPlayersAreToldInTimeThatTheStoreIsAway(t *testing.T) {
	longrun.Only(t, "it stops and starts a server")
	t.Parallel()
	server := postgrestest.StartMortal(t)
	env := harness.WithoutBot(t, localdiscord.Options{}, 1)
	env.Guild, env.Words = env.Discord.AddGuild("Babylon", "en-US"), text.For("en-US")
	ch, ana := env.Guild.AddChannel("games"), env.NewPlayer("Ana", "en-US")
	one := newReplica(env, postgrestest.URLOf(server))
	one.start()
	env.Eventually("the replica answers", func() bool {
		_, err := ana.Command(ch, "game mine", nil)
		return err == nil
	})
	server.Stop(t)
	told := 0
	env.Eventually("the player is told three times", func() bool {
		_, err := ana.Command(ch, "game mine", nil)
		if err != nil && strings.Contains(err.Error(), ana.Words.Say("bot.error.internal")) {
			told++
		}
		return told == 3
	})
	server.StartAgain(t)
	env.Eventually("the replica answers again", func() bool {
		_, err := ana.Command(ch, "game mine", nil)
		return err == nil
	})
	one.Terminate()
}
