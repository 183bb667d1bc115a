package load_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/text"
	"amytis/store/postgres/postgrestest"
)

// TestPlayersAreToldSoonThatTheStoreIsAway takes the store away from the real program, which still
// has its shard. A player must be told at once: after a second, when this machine has nothing else
// to do. Calls of the store that nobody waits for fail after five.
func TestPlayersAreToldSoonThatTheStoreIsAway(t *testing.T) {
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
	for told := 0; told < 3; time.Sleep(300 * time.Millisecond) {
		began := time.Now()
		_, err := ana.Command(ch, "game mine", nil)
		took := time.Since(began)
		if err == nil {
			continue // the server is not down yet
		}
		told++
		t.Logf("told after %v", took)
		require.ErrorContains(t, err, ana.Words.Say("bot.error.internal"))
		require.Less(t, took, 4*time.Second)
	}
	server.StartAgain(t)
	env.Eventually("the replica answers again", func() bool {
		_, err := ana.Command(ch, "game mine", nil)
		return err == nil
	})
	one.Terminate()
}
