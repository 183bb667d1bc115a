package play_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

const emojiPath = `^/applications/\d+/emojis`

func withIcons(t *testing.T, o harness.Options) *harness.Env {
	o.Icons, o.Discord.KeepTraffic = true, 10_000
	return harness.New(t, o)
}

func uploaded(e *harness.Env) {
	e.Eventually("all icons are uploaded", func() bool { return strings.Contains(e.BotLog.Text(), "uploaded icons") })
}

func TestButtonsAndMenusHaveIcons(t *testing.T) {
	env := withIcons(t, harness.Options{})
	uploaded(env)
	for _, c := range []struct {
		variant *harness.Variant
		// arg begins the argument of a button or the value of an option that has the icon.
		arg, icon string
	}{
		{harness.Gardens, "remove a1", `amytis_clay_[a-z]+`},
		{harness.Babel, "draw", "amytis_people_cards"},
		{harness.Towers, "l tower", "amytis_tower"},
		{harness.Towers, "l bridge", "amytis_bridge"},
	} {
		env := env.InGuild(env.Guild, "en-US", c.variant, 1)
		people := env.NewPlayers(3)[:c.variant.MinPlayers]
		ch := env.Guild.AddChannel("game")
		env.At(ch).Open(c.variant.Options, people)
		awaited := env.At(ch).Awaited()
		panel, err := harness.PlayerOf(people, awaited).OpenPanel(ch, nil)
		require.NoError(t, err)
		name := regexp.MustCompile("^" + c.icon + "_[0-9a-f]{6}$")
		assert.True(t, slices.ContainsFunc(iconsOf(panel), func(shown [2]string) bool {
			return strings.HasPrefix(shown[0], c.arg) && name.MatchString(shown[1])
		}), "%s with %s in %v", c.arg, c.icon, iconsOf(panel))
	}
}

// iconsOf returns the argument or value, and the emoji, of controls that have an icon.
func iconsOf(m *localdiscord.Message) (shown [][2]string) {
	for _, c := range m.Controls() {
		if c.Emoji != nil {
			shown = append(shown, [2]string{strings.SplitN(c.CustomID, ":", 4)[3], c.Emoji.Name})
		}
		for _, o := range c.Options {
			if o.Emoji != nil {
				shown = append(shown, [2]string{strings.TrimPrefix(o.Value, "="), o.Emoji.Name})
			}
		}
	}
	return shown
}

func TestGameIsPlayedWithoutIcons(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]localdiscord.RESTFault{
		"no upload":    {Status: http.StatusBadRequest, Method: "POST"},
		"hour of rest": {Status: http.StatusTooManyRequests, RetryAfter: time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			fault.Path = emojiPath
			env := withIcons(t, harness.Options{Variant: harness.Babel, Faults: []localdiscord.RESTFault{fault}})
			people := env.NewPlayers(2)
			for _, p := range people {
				p.ByPanel = true
			}
			ch := env.Guild.AddChannel("babel")
			env.At(ch).Open(harness.Babel.Options, people)
			require.NoError(t, harness.PlayerOf(people, env.At(ch).Awaited()).TakeTurn(ch))
			env.At(ch).Resign(people[0])
			env.CheckClean()
			env.Eventually("the failure is logged", func() bool {
				return strings.Contains(env.BotLog.Text(), "everything else works")
			})
			assert.Equal(t, 1, strings.Count(env.BotLog.Text(), "everything else works"))
			assert.Empty(t, env.Discord.Emoji())
		})
	}
}

// TestPresenceTellsHowManyGamesRun restarts the bot, since it counts once a minute only.
func TestPresenceTellsHowManyGamesRun(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana := env.NewPlayer("Ana", "de")
	shows := func(text string) {
		env.Eventually("the presence is "+text, func() bool { return env.Discord.BotPresence() == text })
	}
	shows("/learn")
	for i, text := range []string{"1 game · /learn", "2 games · /learn"} {
		ch := env.Guild.AddChannel(text[:1])
		ana.MustCommand(ch, "game solo", nil)
		env.Settle()
		require.Equal(t, []string{"/learn", "1 game · /learn"}[i], env.Discord.BotPresence())
		env.Bot.RestartAfter(0)
		shows(text)
	}
	sent := 0
	for _, e := range env.Discord.Log() {
		if e.Name == "presence" {
			sent++
		}
	}
	require.Equal(t, 3, sent, "only what has changed is sent")
}
