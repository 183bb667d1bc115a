package play_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// hintedGame starts a game with hints for everyone, and returns the player in turn.
func hintedGame(t *testing.T, locale string, v *harness.Variant) (*harness.Table, *harness.Player) {
	args := localdiscord.Args{"hints": true}
	maps.Copy(args, v.Options)
	env, ch, people := harness.OpenedGame(t, harness.Options{Locale: locale, Variant: v}, args, v.MinPlayers)
	at := env.At(ch)
	return at, harness.PlayerOf(people, at.Awaited())
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
	for locale, v := range map[string]*harness.Variant{
		"en-US": harness.Gardens, "de": harness.Babel, "fr": harness.Towers, "es-ES": harness.QuickTowers,
	} {
		t.Run(v.Game+" "+locale, func(t *testing.T) {
			at, p := hintedGame(t, locale, v)
			panel, before := p.MustOpenPanel(at.Channel), at.Moves()
			hint := press(t, p, panel, "bot.button.hint")
			require.Equal(t, panel.ID, hint.ID, "the hint takes the place of the panel")
			require.True(t, strings.HasPrefix(hint.Content, "💡 "), hint.Content)
			// A turn that only builds on has no reason worth telling.
			require.Regexp(t, "^💡 (.+\n)?.+: \\*\\*[^*]+\\*\\*( \\(.+\\))?\\.$", hint.Content, "a reason or none, then a move")

			if v == harness.Gardens { // whose first turn takes a tile from the quarry
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
			played := p.MustClick(p.MustOpenPanel(at.Channel), p.T("bot.button.hint"))
			played = hinted(t, p, played)
			played = p.MustWait(p.Press(t.Context(), played, moves[0].CustomID))
			require.False(t, p.Refused(played), played.Content)
			require.Equal(t, before+1, at.Moves(), played.Content)
		})
	}
}

func TestHintsByCommand(t *testing.T) {
	at, p := hintedGame(t, "en-US", harness.Gardens)
	require.Regexp(t, "^💡 ", hinted(t, p, p.MustCommand(at.Channel, "game hint", nil)).Content)
	moves := p.MustSuggest(at.Channel, "game hint", "move")
	require.NotEmpty(t, moves)
	why := hinted(t, p, p.MustCommand(at.Channel, "game hint", localdiscord.Args{"move": moves[0]}))
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
