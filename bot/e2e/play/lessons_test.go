package play_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/lessons"
)

func TestLessonSurvivesRestartsAndIsSeenByNobodyElse(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ch, elsewhere := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("other")
	ana, bo := env.NewPlayer("Ana", "de"), env.NewPlayer("Bo", "en-US")
	for _, l := range lessons.All() {
		one := begin(env, ana, ch, l)
		half := len(l.Steps) / 2
		for step := range half {
			one.goOn(step)
		}
		env.Bot.RestartAfter(0)
		one.goOn(half) // the old panel still works
		again := begin(env, ana, elsewhere, l)
		again.checkAt(half + 1)
		one.panel = one.MustClick(one.panel, one.T("bot.button.lesson_over"))
		one.checkAt(0)
		require.Equal(t, l.Steps[0].Name, one.reached())
		// The other panel is out of date.
		if first := again.panel.Controls()[0]; len(first.Options) > 0 {
			again.panel = again.MustChoose(again.panel, first.CustomID, first.Options[0].Value)
		} else {
			again.press(first.CustomID)
		}
		again.checkAt(0)
	}
	require.Empty(t, ch.Messages(), "nothing is public")
	require.Empty(t, bo.Messages(ch))
	require.Empty(t, env.Outbox())
	begin(env, bo, ch, lessons.All()[0]).checkAt(0)
}

// TestTwoLearnersAtOnceAndDoubleDeliveriesKeepTheirSteps plays every lesson to its end, with a
// wrong move in each step, and begins a game from there.
func TestTwoLearnersAtOnceAndDoubleDeliveriesKeepTheirSteps(t *testing.T) {
	env := harness.New(t, harness.Options{})
	env.Discord.Faults().DuplicateInteractions(true)
	var both sync.WaitGroup
	for n := range 2 {
		both.Go(func() {
			for i, l := range lessons.All() {
				locale := harness.Locale(i + 2*n)
				ch := env.Guild.AddChannel(l.Game + locale)
				one := begin(env, env.NewPlayer("Ana", locale), ch, l)
				for step, s := range l.Steps {
					one.checkAt(step)
					if s.Move != "" {
						one.pressWrong(step, own(s))
					}
					if !l.Last(step) {
						one.goOn(step)
					}
				}
				require.Empty(t, ch.Messages(), "nothing is public")
				require.Equal(t, l.Game == "towers", strings.Contains(one.panel.Controls()[1].CustomID, "mode=quick"))
				solo := one.MustClick(one.panel, one.T("bot.button.solo"))
				require.False(t, one.Refused(solo), solo.Content)
				require.Equal(t, l.Game, env.At(ch).Now().Game.Info().ID)
			}
		})
	}
	both.Wait()
}

func TestLessonsAreOfferedWherePlayersBegin(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "fr")
	for _, l := range lessons.All() {
		ch := env.Guild.AddChannel(l.Game)
		one := &learner{Player: bo, env: env, lesson: l, ch: ch}
		opens := func(from *localdiscord.Message, label string) {
			one.panel = bo.MustClick(from, label)
			require.NotEqual(t, from.ID, one.panel.ID)
			one.checkAt(0)
		}
		opens(bo.MustCommand(ch, "rules", localdiscord.Args{"game": l.Game}), bo.T("bot.button.learn"))
		ana.MustCommand(ch, "game new", localdiscord.Args{"game": l.Game})
		env.Settle()
		before := ch.Last().Text()
		opens(ch.Last(), env.Words.Say("bot.button.learn"))
		env.Settle()
		require.Equal(t, before, ch.Last().Text(), "the lobby is unchanged")
		one.panel = bo.MustCommand(ch, "learn", nil)
		one.checkAt(0) // of the game of the channel
	}
	ch := env.Guild.AddChannel("empty")
	one := &learner{Player: bo, env: env, lesson: lessons.All()[0], ch: ch}
	one.panel = bo.MustCommand(ch, "learn", nil)
	one.checkAt(0)
	one.panel = bo.MustClick(bo.MustCommand(ch, "game status", nil), bo.T("bot.button.learn"))
	one.checkAt(0)
}

type learner struct {
	*harness.Player
	env    *harness.Env
	lesson *lessons.Lesson
	ch     *localdiscord.Channel
	// panel is the message of the lesson as the learner sees it.
	panel *localdiscord.Message
}

func begin(env *harness.Env, p *harness.Player, ch *localdiscord.Channel, l *lessons.Lesson) *learner {
	one := &learner{Player: p, env: env, lesson: l, ch: ch}
	one.panel = p.MustCommand(ch, "learn", localdiscord.Args{"game": l.Game})
	return one
}

func (l *learner) header(step int) string {
	return l.T("bot.lesson.step", "Game", l.T(l.lesson.Game+".name"), "Step", step+1, "Steps", len(l.lesson.Steps))
}

func (l *learner) checkAt(step int) {
	require.Contains(l.env, l.panel.Content, l.header(step))
	require.True(l.env, l.panel.Ephemeral(), "only the learner sees step %d", step)
	require.NotContains(l.env, l.panel.Content, "lesson.", "a key without words")
	require.NotContains(l.env, l.panel.Content, "no value")
	l.checkGreen()
	if len(l.panel.Attachments) > 0 { // a question keeps the panel's pictures
		l.env.CheckPictures(l.panel)
	}
}

// checkGreen checks that just what is marked is green.
func (l *learner) checkGreen() {
	for _, c := range l.panel.Controls() {
		green, marked := c.Style == int(discordgo.SuccessButton), strings.HasPrefix(c.Label, "👉") && len(c.Options) == 0
		read := c.Label == l.T("bot.button.lesson_next")
		require.Equal(l.env, marked || read, green, "%s is marked, or green, but not both, below: %s", c.Label,
			l.panel.Content)
	}
}

func (l *learner) press(id string) {
	l.panel = l.MustWait(l.Press(context.Background(), l.panel, id))
}

// play makes a move, by a button, a menu, or the cursor, and confirms it if the bot asks.
func (l *learner) play(move string) {
	if !l.tryPlay(move) {
		for _, c := range harness.CursorButtons(l.panel) {
			verb, _, _ := strings.Cut(move, " ")
			if strings.HasSuffix(c.CustomID, " "+verb) {
				l.press(c.CustomID)
				l.checkGreen()
				break
			}
		}
		if hand := harness.Button(l.panel, "👉"); hand != nil && strings.HasPrefix(hand.CustomID, "cur:") {
			l.press(hand.CustomID) // the arrow from the ghost to its place
			l.checkGreen()
		}
		require.True(l.env, l.tryPlay(move), "no control plays %s: %s\n%v", move, l.panel.Content, l.panel.Controls())
	}
	for _, c := range l.panel.Controls() {
		if strings.HasPrefix(c.CustomID, "sure:") {
			l.press(c.CustomID)
			return
		}
	}
}

// tryPlay makes a move by a button or a menu of the panel, if one has it.
func (l *learner) tryPlay(move string) bool {
	for _, c := range l.panel.Controls() {
		if strings.HasPrefix(c.CustomID, "move:") && strings.HasSuffix(c.CustomID, ":"+move) && !c.Disabled {
			l.press(c.CustomID)
			return true
		}
		for _, o := range c.Options {
			if o.Value == move || o.Value == "="+move {
				l.panel = l.MustChoose(l.panel, c.CustomID, o.Value)
				return true
			}
		}
	}
	return false
}

func (l *learner) otherMoves(move string) (others []string) {
	menus, moves := harness.PanelControls(l.panel)
	for _, c := range moves {
		others = append(others, strings.SplitN(c.CustomID, ":", 4)[3])
	}
	for _, m := range menus {
		for _, o := range m.Options {
			if strings.HasPrefix(m.CustomID, "move:") {
				others = append(others, o.Value)
			}
		}
	}
	return slices.DeleteFunc(others, func(m string) bool { return m == move || m == "" || strings.Contains(m, ":") })
}

func (l *learner) reached() string { return l.env.Preferences(l.Player).Lessons[l.lesson.Game] }

// pressWrong makes a move that the step does not ask for, if there is one, which only is explained.
func (l *learner) pressWrong(step int, move string) {
	others := l.otherMoves(move)
	if len(others) == 0 {
		return
	}
	before, reached := l.panel.Controls(), l.reached()
	l.play(others[len(others)/2])
	require.True(l.env, l.Refused(l.panel), l.panel.Content)
	require.Contains(l.env, l.panel.Content, l.header(step))
	refusal := harness.FirstLine(l.panel.Content)
	verb, _, _ := strings.Cut(others[len(others)/2], " ")
	require.Contains(l.env, refusal, l.T(l.lesson.Game+".lesson.later."+verb))
	require.Equal(l.env, before, l.panel.Controls())
	require.Equal(l.env, reached, l.reached())
}

// own is a move without its seat, as controls have it.
func own(s lessons.Step) string { return strings.TrimPrefix(s.Move, "1 ") }

func (l *learner) goOn(step int) {
	if s := l.lesson.Steps[step]; s.Move != "" {
		l.play(own(s))
	} else {
		l.panel = l.MustClick(l.panel, l.T("bot.button.lesson_next"))
	}
	require.False(l.env, l.Refused(l.panel), l.panel.Content)
	require.Equal(l.env, l.lesson.Steps[step+1].Name, l.reached())
}
