package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/replay"
	"amytis/engine/longrun"
	"amytis/store"
)

func sandboxOf(env *harness.Env, p *harness.Player) store.Trial {
	prefs := env.Preferences(p)
	require.NotNil(env, prefs.Sandbox)
	return *prefs.Sandbox
}

// stillOf shows a player a picture of the replay of the channel's game.
func stillOf(p *harness.Player, ch *localdiscord.Channel, number int) *localdiscord.Message {
	still := p.MustClick(p.MustCommand(ch, "replay", nil), p.T("bot.button.stills"))
	for range number {
		still = p.MustClick(still, p.T("bot.button.next"))
	}
	return still
}

type kind struct {
	locale  string
	variant *harness.Variant
	args    localdiscord.Args
	players int
}

// played has a kind of game for each language: by day one that hides something and a live one.
func played() []kind {
	byDay := []kind{
		{"de", harness.Babel, localdiscord.Args{"game": "babel"}, 2},
		{"es-ES", harness.QuickTowers, localdiscord.Args{"game": "towers", "mode": "quick"}, 3},
	}
	return longrun.Choose(byDay, append(byDay,
		kind{"en-US", harness.Gardens, localdiscord.Args{"game": "gardens"}, 2},
		kind{"fr", harness.Towers, localdiscord.Args{"game": "towers"}, 3},
	))
}

// shortGame plays some moves of a game, which then ends since all but one resign.
func shortGame(t *testing.T, o harness.Options, args localdiscord.Args, players, moves int) (
	*harness.Env, *localdiscord.Channel, *harness.Player,
) {
	env, ch, people := harness.OpenedGame(t, o, args, players)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, o.Seed, moves))
	resignAll(env, ch, people)
	return env, ch, env.NewPlayer("Eve", o.Locale)
}

func TestPicturesOfAnEndedGameArePlayedOnFrom(t *testing.T) {
	t.Parallel()
	for _, c := range played() {
		t.Run(c.locale, func(t *testing.T) {
			env, ch, eve := shortGame(t, harness.Options{Seed: 91, Locale: c.locale, Variant: c.variant}, c.args,
				c.players, 20)
			ended, log := env.At(ch).Ended()
			results := env.Results()
			re, err := replay.Of(ended)
			require.NoError(t, err)
			public := ch.Last()

			number := min(3, re.Last()-1)
			still := stillOf(eve, ch, number)
			panel := eve.MustClick(still, eve.T("bot.button.play_on"))
			require.NotEqual(t, still.ID, panel.ID, "the replay stays")
			begun := sandboxOf(env, eve)
			require.GreaterOrEqual(t, begun.From, len(re.At(number).Moves))
			require.Contains(t, panel.Content, harness.FirstLine(eve.T("bot.sandbox.banner", "Count", 0, "Over", true))[:20])
			require.True(t, harness.Button(panel, eve.T("bot.button.plan_back")).Disabled, "nothing to take back")
			seen := eve.TryUntil(ch, panel, func(m *localdiscord.Message) bool {
				return len(sandboxOf(env, eve).Moves) >= 4
			})
			last := seen[len(seen)-1]
			beside := eve.MustClick(still, eve.T("bot.button.play_on"))
			require.Equal(t, last.Components, beside.Components, "another device has the same")
			for _, m := range seen {
				for _, c := range m.Controls() {
					require.False(t, strings.HasPrefix(c.CustomID, "undo"), "one way back is enough")
				}
				require.True(t, m.Ephemeral(), "only Eve sees the sandbox")
				require.False(t, eve.Refused(m), m.Content)
				require.LessOrEqual(t, len(m.Components), 5)
				env.CheckPictures(m)
			}

			env.Bot.RestartAfter(0)
			env.Settle()
			back := last
			for !harness.Button(back, eve.T("bot.button.plan_back")).Disabled {
				back = eve.MustClick(back, eve.T("bot.button.plan_back"))
			}
			require.Equal(t, panel.Content, back.Content, "all is taken back")
			require.Equal(t, panel.Components, back.Components)
			stale := eve.MustClick(beside, eve.T("bot.button.sandbox_start"))
			require.Equal(t, eve.T("bot.turn.moved_on")+"\n"+panel.Content, stale.Content, "an old press does nothing")
			if c.variant.Live {
				other := eve.MustClick(stale, eve.T("bot.button.sandbox_seat"))
				require.NotEqual(t, begun.Seat, sandboxOf(env, eve).Seat)
				require.NotEqual(t, panel.Content, other.Content)
				for range c.players - 1 {
					other = eve.MustClick(other, eve.T("bot.button.sandbox_seat"))
				}
				require.Equal(t, panel.Content, other.Content, "all seats have been in turn")
				stale = other
			}

			eve.MustClick(stillOf(eve, ch, 0), eve.T("bot.button.play_on"))
			require.Equal(t, "⛔ "+eve.T("table.refused.sandbox_over"),
				eve.MustClick(stale, eve.T("bot.button.play_out")).Content, "another has been begun")

			_, after := env.At(ch).Load()
			require.Equal(t, log, after, "the game itself has not changed")
			now := env.Results()
			require.Equal(t, results, now)
			require.Equal(t, public.Content, ch.Last().Content, "nobody is told")
		})
	}
}

// TestHintsOfTwoSandboxesAreAboutTheirOwnMoves asks again after a restart, with empty caches.
func TestHintsOfTwoSandboxesAreAboutTheirOwnMoves(t *testing.T) {
	env, ch, eve := shortGame(t, harness.Options{Seed: 92, Locale: "en-US"}, localdiscord.Args{"game": "gardens"}, 2, 12)
	people := []*harness.Player{eve, env.NewPlayer("Dan", "en-US")}
	hints, shown := make([]string, 2), make([]*localdiscord.Message, 2)
	ids := map[string]bool{}
	for i, p := range people {
		panel := p.MustClick(stillOf(p, ch, 3), p.T("bot.button.play_on"))
		menus, _ := harness.PanelControls(panel)
		values := menus[0].Options
		panel = p.MustChoose(panel, menus[0].CustomID, values[i*(len(values)-1)].Value)
		require.False(t, p.Refused(panel), "%s can choose in the sandbox: %s", p.Name, panel.Content)
		c, _ := control.Parse(harness.Button(panel, p.T("bot.button.hint")).CustomID)
		ids[c.Table.String()] = true
		shown[i] = press(t, p, panel, "bot.button.hint")
		hints[i] = shown[i].Content
	}
	require.Len(t, ids, 2)
	env.Bot.RestartAfter(0)
	for i := range people {
		other := people[1-i]
		panel := other.MustClick(shown[1-i], other.T("bot.button.back"))
		require.Equal(t, hints[1-i], press(t, other, panel, "bot.button.hint").Content)
	}
}
