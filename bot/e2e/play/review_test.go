package play_test

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/replay"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/longrun"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

// reviewedIn waits until a message shows the review of a game, and returns it.
func reviewedIn(env *harness.Env, p *harness.Player, m *localdiscord.Message) *localdiscord.Message {
	accuracy, _, _ := strings.Cut(p.T("bot.review.accuracy", "Players", "|"), "|")
	env.Eventually("the review appears", func() bool {
		return strings.Contains(env.Discord.Message(m.ID).Content, accuracy)
	})
	return env.Discord.Message(m.ID)
}

func requireReview(
	t *testing.T, env *harness.Env, p *harness.Player, m *localdiscord.Message, ended *table.Table,
	found *review.Review,
) {
	require.Contains(t, m.Content, sentences.Won(p.Words, ended))
	for seat, player := range ended.Players {
		accuracy := sentences.Percent(p.Words, found.Accuracy[seat])
		require.Contains(t, m.Content, "**"+sentences.Name(p.Words, player)+"** "+accuracy)
		require.Contains(t, m.Pictures()[0].Alt, sentences.PlainName(p.Words, player))
	}
	env.CheckPictures(m)
	require.Equal(t, "chances.png", m.Attachments[0].Filename)
	require.Len(t, m.Controls(), len(found.Key)+1)
}

func TestGameIsReviewedAfterItsEndAndTheReviewOutlivesARestart(t *testing.T) {
	const id = "babel"
	const locale = "fr"
	env := harness.New(t, harness.Options{Seed: 381, Locale: locale, Variant: harness.Babel})
	ana, eve := env.NewPlayer("Ana", locale), env.NewPlayer("Eve", locale)
	ch := env.Guild.AddChannel(id)
	button, again := env.Words.Say("bot.button.review"), eve.T("bot.button.show_review")
	eve.CheckRefused(eve.MustCommand(ch, "review", nil), "no_table")
	env.At(ch).Open(localdiscord.Args{"game": id}, []*harness.Player{ana}, 1)
	env.Eventually("the game runs", func() bool { return env.At(ch).Now().Status == table.Running })
	ana.CheckRefused(ana.MustCommand(ch, "review", nil), "review_running")
	env.At(ch).PlayAgainstComputers(ana)
	env.Settle()
	ended, log := env.At(ch).Ended()
	require.NotEmpty(t, log)

	pressed := eve.MustClick(ch.Last(), button)
	require.True(t, pressed.Ephemeral(), "only Eve sees the review")
	require.Empty(t, pressed.Attachments)
	require.NotNil(t, harness.Button(pressed, again))
	m := reviewedIn(env, eve, pressed)
	found, err := reviewqueue.Stored(t.Context(), env.Store, env.At(ch).ID())
	require.NoError(t, err)
	requireReview(t, env, eve, m, ended, found)
	data, err := env.Store.Review(t.Context(), env.At(ch).ID())
	require.NoError(t, err)
	require.False(t, bytes.Contains(data, []byte(ana.ID)) || bytes.Contains(data, []byte(ana.Name)), "it names nobody")

	for i, key := range found.Key {
		m = eve.MustClick(m, eve.T("bot.review.show", "Number", i+1))
		require.Equal(t, pressed.ID, m.ID, "the message is changed in place")
		require.Contains(t, m.Content, sentences.Percent(eve.Words, found.Turns[key].Before))
		require.Contains(t, m.Content, sentences.Percent(eve.Words, found.Turns[key].After))
		env.CheckPictures(m)

		tried := eve.MustClick(m, eve.T("bot.button.try_again"))
		require.Equal(t, found.Turns[key].From-1, sandboxOf(env, eve).From, "before the turn")
		require.Equal(t, found.Turns[key].Seat, sandboxOf(env, eve).Seat)
		seen := eve.TryUntil(ch, tried, func(m *localdiscord.Message) bool { return strings.Contains(m.Content, "📊") })
		whole := seen[len(seen)-1].Content
		require.NotNil(t, harness.Button(seen[len(seen)-1], eve.T("bot.button.show_best")))
		require.Contains(t, whole, sentences.Percent(eve.Words, found.Turns[key].Before), "with the best turn")
		require.Contains(t, whole, sentences.Percent(eve.Words, found.Turns[key].After), "as it was played")
	}
	if len(found.Key) > 0 {
		m = eve.MustClick(m, again)
		requireReview(t, env, eve, m, ended, found)
		still := eve.MustClick(eve.MustCommand(ch, "replay", nil), eve.T("bot.button.key_moments"))
		require.Contains(t, still.Content, sentences.Percent(eve.Words, found.Turns[found.Key[0]].Before))
	}

	env.Bot.RestartAfter(0)
	env.Settle()
	shown := eve.MustClick(ch.Last(), button)
	require.Equal(t, m.Content, shown.Content)
	open := ana.MustCommand(ch, "review", localdiscord.Args{"public": true})
	require.False(t, open.Ephemeral(), "all see a review that is shown in public")
	requireReview(t, env, ana, open, ended, found)
	earlier := ana.MustSuggest(ch, "review", "earlier")
	require.Equal(t, []string{env.At(ch).ID().String()}, earlier)
	require.Equal(t, earlier, ana.MustSuggest(ch, "replay", "earlier"))
	chosen := ana.MustCommand(ch, "review", localdiscord.Args{"earlier": earlier[0]})
	require.Equal(t, open.Content, chosen.Content)
	ana.CheckRefused(ana.MustCommand(ch, "review", localdiscord.Args{"earlier": "12345"}), "no_past_game")
}

func TestEarlierGameOfTheChannelIsReviewedAndReplayedWhileAnotherRuns(t *testing.T) {
	env := harness.New(t, harness.Options{})
	people := env.NewPlayers(2)
	ana := people[0]
	ch, other := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("elsewhere")
	first, second := resignAgainst(env, ch, ana, true, 1), resignAgainst(env, ch, ana, false, 2)
	foreign := resignAgainst(env, other, ana, true, 3)
	env.At(ch).Open(nil, people)
	env.Settle()
	for _, command := range []string{"review", "replay"} {
		require.Equal(t, []string{second.String(), first.String()}, ana.MustSuggest(ch, command, "earlier"))
		for _, wrong := range []string{foreign.String(), "Gardens"} {
			ana.CheckRefused(ana.MustCommand(ch, command, localdiscord.Args{"earlier": wrong}), "no_past_game")
		}
	}
	reviewedIn(env, ana, ana.MustCommand(ch, "review", localdiscord.Args{"earlier": first.String()}))
	replayIn(env, ana.MustCommand(ch, "replay", nil))
	reviewedIn(env, ana, ana.MustCommand(ch, "review", nil))
	for id, reviewed := range map[table.ID]bool{first: true, second: true, env.At(ch).ID(): false} {
		found, err := reviewqueue.Stored(t.Context(), env.Store, id)
		require.NoError(t, err)
		require.Equal(t, reviewed, found != nil, "the last game that has ended is reviewed")
	}
	m := ana.MustCommand(ch, "replay", localdiscord.Args{"earlier": second.String()})
	require.Contains(t, m.Content, "Nabu")
	replayIn(env, m)
}

func replayIn(env *harness.Env, m *localdiscord.Message) *gif.GIF {
	require.Len(env, m.Attachments, 1, m.Content)
	require.Equal(env, "replay.gif", m.Attachments[0].Filename)
	data, found := env.Discord.File(m.Attachments[0].URL)
	require.True(env, found, "Discord has the file of the replay")
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(env, err)
	require.Equal(env, [2]int{1100, 700}, [2]int{g.Config.Width, g.Config.Height})
	return g
}

func plain(said string) string { return strings.ReplaceAll(said, "**", "") }

// requireTellsReplay checks that a text says who has won and the points of a game.
func requireTellsReplay(t *testing.T, said string, w *text.Words, ended *table.Table) {
	h, err := sentences.NewHistory(ended)
	require.NoError(t, err)
	require.Contains(t, said, w.Say("bot.replay.title", "Game", w.Say(ended.Game.Info().ID+".name"),
		"Length", h.Length(w)))
	require.Contains(t, said, sentences.Won(w, ended))
	require.Contains(t, said, sentences.Totals(w, ended))
}

func TestReplayOfAnEndedGameIsSentAndOfARunningOneRefused(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Seed: 180, Locale: locale})
	people := env.NewPlayers(2)
	eve := env.NewPlayer("Eve", locale)
	ch := env.Guild.AddChannel("babel")
	eve.CheckRefused(eve.MustCommand(ch, "replay", nil), "no_table")
	env.At(ch).Open(localdiscord.Args{"game": "babel"}, people)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 181, 12))
	env.Settle()
	require.Nil(t, harness.Button(ch.Last(), env.Words.Say("bot.button.replay")), "a running game has no replay")
	for _, public := range []bool{false, true} {
		refused := people[0].MustCommand(ch, "replay", localdiscord.Args{"public": public})
		require.Equal(t, "⛔ "+people[0].T("table.refused.replay_running"), refused.Content)
		require.Empty(t, refused.Attachments)
	}
	resignAll(env, ch, people)
	ended := env.At(ch).Now()

	pressed := eve.MustClick(ch.Last(), env.Words.Say("bot.button.replay"))
	require.True(t, pressed.Ephemeral(), "only Eve sees the replay")
	film := replayIn(env, pressed)
	requireTellsReplay(t, pressed.Content, eve.Words, ended)
	alt := pressed.Attachments[0].Description
	require.LessOrEqual(t, len([]rune(alt)), 1024)
	require.Contains(t, alt, eve.T("bot.replay.alt"))
	require.Contains(t, alt, plain(sentences.Won(eve.Words, ended)))
	require.Contains(t, alt, plain(sentences.Totals(eve.Words, ended)))
	require.NotContains(t, alt, "**")

	open := people[1].MustCommand(ch, "replay", localdiscord.Args{"public": true})
	require.False(t, open.Ephemeral(), "all see a replay that is shown in public")
	require.Len(t, replayIn(env, open).Image, len(film.Image))
	requireTellsReplay(t, open.Content, env.Words, ended)
}

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

// shortGame plays some moves of a game, which then ends since all but one resign.
func shortGame(t *testing.T, o harness.Options, moves int) (*harness.Env, *localdiscord.Channel, *harness.Player) {
	env, ch, people := harness.OpenedGame(t, o, nil, o.Variant.MinPlayers)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, o.Seed, moves))
	resignAll(env, ch, people)
	return env, ch, env.NewPlayer("Eve", o.Locale)
}

// TestPicturesOfAnEndedGameArePlayedOnFrom plays, by day, a game that hides something and a live
// one.
func TestPicturesOfAnEndedGameArePlayedOnFrom(t *testing.T) {
	t.Parallel()
	for locale, v := range longrun.Some(map[string]*harness.Variant{
		"de": harness.Babel, "es-ES": harness.QuickTowers, "en-US": harness.Gardens, "fr": harness.Towers,
	}, "de", "es-ES") {
		t.Run(locale, func(t *testing.T) {
			env, ch, eve := shortGame(t, harness.Options{Seed: 91, Locale: locale, Variant: v}, 20)
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
			require.Contains(t, panel.Content, harness.FirstLine(eve.T("bot.sandbox.banner", "Count", 0,
				"Over", true))[:20])
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
			if v.Live {
				other := eve.MustClick(stale, eve.T("bot.button.sandbox_seat"))
				require.NotEqual(t, begun.Seat, sandboxOf(env, eve).Seat)
				require.NotEqual(t, panel.Content, other.Content)
				for range v.MinPlayers - 1 {
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
	env, ch, eve := shortGame(t, harness.Options{Seed: 92, Locale: "en-US", Variant: harness.Gardens}, 12)
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
