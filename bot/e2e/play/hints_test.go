package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// hintedGame starts a game with hints for everyone, and returns the player in turn.
func hintedGame(
	t *testing.T, o harness.Options, args localdiscord.Args, players int,
) (*harness.Env, *localdiscord.Channel, *harness.Player) {
	env, ch, people := harness.OpenedGame(t, o, args, players)
	for _, p := range people {
		if len(p.Pings()) > 0 {
			return env, ch, p
		}
	}
	require.Fail(t, "nobody is in turn")
	return nil, nil, nil
}

func press(t *testing.T, p *harness.Player, m *localdiscord.Message, key string) *localdiscord.Message {
	return hinted(t, p, p.MustClick(m, p.T(key)))
}

// hinted returns the answer of the adviser, after notes that it takes longer.
func hinted(t *testing.T, p *harness.Player, m *localdiscord.Message) *localdiscord.Message {
	for m.Content == p.T("bot.advice.thinking") {
		m = p.MustClick(m, p.T("bot.button.hint_again"))
	}
	require.False(t, p.Refused(m), m.Content)
	require.Len(t, m.Pictures(), 1, m.Content)
	require.NotEmpty(t, m.Pictures()[0].Alt, "the picture has no alt text")
	return m
}

// TestHintsByPressesInEveryGame asks for hints of three kinds, and plays the hinted step.
func TestHintsByPressesInEveryGame(t *testing.T) {
	t.Parallel()
	for locale, c := range map[string]struct {
		game    *harness.Variant
		args    localdiscord.Args
		players int
	}{
		"en-US": {harness.Gardens, localdiscord.Args{"game": "gardens", "hints": true}, 4},
		"de":    {harness.Babel, localdiscord.Args{"game": "babel", "hints": true}, 2},
		"fr":    {harness.Towers, localdiscord.Args{"game": "towers", "hints": true}, 3},
		"es-ES": {harness.QuickTowers, localdiscord.Args{"game": "towers", "mode": "quick", "hints": true}, 3},
	} {
		t.Run(c.game.Game+" "+locale, func(t *testing.T) {
			env, ch, p := hintedGame(t, harness.Options{Locale: locale, Variant: c.game}, c.args, c.players)
			panel, before := p.MustOpenPanel(ch), env.At(ch).Moves()
			hint := press(t, p, panel, "bot.button.hint")
			require.Equal(t, panel.ID, hint.ID, "the hint takes the place of the panel")
			require.True(t, strings.HasPrefix(hint.Content, "💡 "), hint.Content)
			// A turn that only builds on has no reason worth telling.
			require.Regexp(t, "^💡 (.+\n)?.+: \\*\\*[^*]+\\*\\*( \\(.+\\))?\\.$", hint.Content, "a reason or none, then a move")

			if c.game == harness.Gardens { // whose first turn takes a tile from the quarry
				require.True(t, strings.HasPrefix(hint.Pictures()[0].Alt, "Marked: "), hint.Pictures()[0].Alt)
			}

			menus, moves := harness.PanelControls(hint)
			require.Len(t, moves, 1)
			whole := press(t, p, hint, "bot.button.whole_turn")
			require.Contains(t, whole.Content, "1. **")
			require.Nil(t, harness.Button(whole, p.T("bot.button.whole_turn")))

			if len(menus) > 0 {
				why := hinted(t, p, p.MustChoose(whole, menus[0].CustomID, menus[0].Options[0].Value))
				require.True(t, strings.HasPrefix(why.Content, "🤔 "), why.Content)
				require.Contains(t, why.Content, "**"+menus[0].Options[0].Label+"**")
				again := press(t, p, why, "bot.button.hint")
				require.Equal(t, hint.Content, again.Content, "the same hint every time")
			}
			_, moves = harness.PanelControls(whole)
			played := p.MustClick(p.MustOpenPanel(ch), p.T("bot.button.hint"))
			played = hinted(t, p, played)
			played = p.MustWait(p.Press(t.Context(), played, moves[0].CustomID))
			require.False(t, p.Refused(played), played.Content)
			require.Equal(t, before+1, env.At(ch).Moves(), played.Content)
		})
	}
}

func TestHintsByCommand(t *testing.T) {
	args := localdiscord.Args{"game": "gardens", "hints": true}
	_, ch, p := hintedGame(t, harness.Options{}, args, 2)
	require.Regexp(t, "^💡 ", hinted(t, p, p.MustCommand(ch, "game hint", nil)).Content)
	moves := p.MustSuggest(ch, "game hint", "move")
	require.NotEmpty(t, moves)
	why := hinted(t, p, p.MustCommand(ch, "game hint", localdiscord.Args{"move": moves[0]}))
	require.True(t, strings.HasPrefix(why.Content, "🤔 "), why.Content)
}

func TestHintsAmongPeopleAreRefusedUnlessTheTableHasThem(t *testing.T) {
	locale := harness.LocaleOf(t)
	env, ch, first, _ := harness.StartedGame(t, harness.Options{Locale: locale}, nil)
	first.CheckRefused(first.MustCommand(ch, "game hint", nil), "hints_off")
	require.Nil(t, harness.Button(first.MustOpenPanel(ch), first.T("bot.button.hint")))
	none := first.MustSuggest(ch, "game hint", "move")
	require.Empty(t, none)
	stranger := env.NewPlayer("Zoe", locale)
	stranger.CheckRefused(stranger.MustCommand(ch, "game hint", nil), "not_player")
}
