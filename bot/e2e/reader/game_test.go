package reader_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// TestAPlayerWhoDoesNotSeePlaysWholeGames plays a game of each kind to its end, in one language or
// with the flag -languages in all. What the players read on the way is compared with the Views.
func TestAPlayerWhoDoesNotSeePlaysWholeGames(t *testing.T) {
	t.Parallel()
	for i, kind := range []struct {
		name    string
		players int
		script  *harness.Script
		options localdiscord.Args
	}{
		{"gardens", 2, harness.Gardens, localdiscord.Args{"build": "turns"}},
		{"gardens together", 2, harness.Gardens, localdiscord.Args{"build": "together", "overlap": "adjacent"}},
		{"babel", 2, harness.Babel, harness.BabelOptions},
		{"towers", 3, harness.Towers, harness.TowersOptions},
		{"quick towers", 3, harness.QuickTowers, harness.QuickTowersOptions},
	} {
		if testing.Short() && kind.name != "babel" {
			continue // with the race detector, the games of e2e/play do the same in less time
		}
		for j, locale := range harness.Locales {
			if !*everyLanguage && (i+j)%len(harness.Locales) != 0 {
				continue
			}
			t.Run(kind.name+" "+locale, func(t *testing.T) {
				t.Parallel()
				env := harness.New(t, harness.Options{Locale: locale, Seed: uint64(60 + i), Script: kind.script})
				people, ch := env.NewPlayers(locale, kind.players), env.Guild.AddChannel("table")
				env.At(ch).Open(kind.options, people)
				env.Settle()
				playReading(t, env, ch, people)
				require.Equal(t, table.Ended, env.At(ch).Now().Status)
				env.CheckClean()
			})
		}
	}
}

// playReading has people who do not see play a game to its end.
func playReading(t *testing.T, env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	t.Helper()
	var names []string
	seated := env.At(ch).BySeat(people)
	for _, p := range seated {
		names = append(names, p.Name)
	}
	var players []*sightless
	for n, p := range seated {
		p.MustCommand(ch, "me text", localdiscord.Args{"on": true})
		players = append(players, &sightless{
			Player: p, env: env, ch: ch, rand: rand.New(rand.NewPCG(uint64(n), 5)),
			grammar: newGrammar(p.Words, env.At(ch).Now().Game.Info().ID, names),
		})
	}
	for range 2000 {
		for _, p := range players {
			require.NoError(t, p.look())
			require.NoError(t, p.turn())
			env.Settle()
			if harness.EndsGame(ch.Last()) {
				for _, p := range players {
					require.NoError(t, p.look())
					require.Positive(t, p.compared)
				}
				return
			}
		}
	}
	require.Fail(t, "the game does not end", ch.Last().Content)
}
