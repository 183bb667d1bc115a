package play_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// planning is a game of Babylon of two in which seat 1 is in turn, and seat 2 plans.
type planning struct {
	*harness.Env
	ch       *localdiscord.Channel
	at       *harness.Table
	one, two *harness.Player
}

func newPlanning(t *testing.T, seed uint64) planning {
	t.Helper()
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Seed: seed, Locale: locale, Forced: later})
	people := env.NewPlayers(locale, 2)
	ch := env.Guild.AddChannel("gardens")
	at := env.At(ch)
	at.Open(nil, people)
	for !at.Now().MayPlan(2) {
		require.NoError(t, at.PlayRandomMoves(people, seed, 1))
	}
	env.Settle()
	seated := at.BySeat(people)
	return planning{env, ch, at, seated[0], seated[1]}
}

// turns draws some turns of seat 2 of several steps, which dig different cells.
func (p planning) turns(n int) (turns [][]string) {
	p.Helper()
	dug := map[string]bool{}
	for seed := 0; len(turns) < n; seed++ {
		turn := playtest.Turn(p, p.at.Now(), 2, playtest.Rand(seed))
		if len(turn) > 2 && !dug[turn[0]] {
			turns, dug[turn[0]] = append(turns, turn), true
		}
	}
	return turns
}

// plan has seat 2 plan turns, as a button would.
func (p planning) plan(turns [][]string) {
	p.Helper()
	ctx := context.Background()
	ts := tables.New(p.Store, p.Clock.Now, playtest.Rand(1))
	s, err := ts.Load(ctx, p.at.ID())
	require.NoError(p, err)
	_, _, err = ts.Act(ctx, s, 0, func(t *table.Table) ([]table.Event, error) {
		e := table.PlanTurn(2, turns, false, p.two.UserID(), p.Clock.Now().UnixMilli())
		return []table.Event{e}, t.CheckPlan(e)
	}, nil)
	require.NoError(p, err)
}

// dig has the first player dig a cell and end the turn.
func (p planning) dig(cell string) {
	p.Helper()
	require.NoError(p, p.one.Act(p.ch, "dig", localdiscord.Args{"cell": cell}))
	require.NoError(p, p.one.Act(p.ch, "end", nil))
	p.Settle()
}

// cellOf returns the cell of a dig in the notation: "2 dig c3".
func cellOf(dig string) string { return strings.Fields(dig)[2] }

// public returns all that others than seat 2's player have ever read, without line breaks.
func (p planning) public() string {
	var all strings.Builder
	for _, m := range p.ch.Everything() {
		if m.OnlyFor == p.two.ID {
			continue
		}
		for _, version := range p.Discord.History(m.ID) {
			all.WriteString(version.Text() + "\n")
		}
	}
	return all.String()
}

// told returns the lines that tell the channel about planned steps.
func (p planning) told() (lines []string) {
	p.Helper()
	_, log := p.at.Load()
	before, err := table.Load(games.Rules, log[:1])
	require.NoError(p, err)
	for _, e := range log[1:] {
		after, err := before.Next(e)
		require.NoError(p, err)
		if e.Choice != 0 {
			lines = append(lines, sentences.EntryLine(p.Words, before, after.Moves[len(after.Moves)-1]))
		}
		before = after
	}
	return lines
}

func TestPlannedTurnIsPlayedAndTold(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, 901)
	turns := p.turns(2)
	p.plan(turns[:1])
	p.Settle()
	require.Equal(t, engine.Seats(1), p.at.Now().Turn(), "nothing has happened")
	pings, others := len(p.two.Pings()), len(p.one.Pings())
	p.dig(cellOf(turns[1][0]))
	require.Len(t, p.two.Pings(), pings, "the plan spares the ping")
	before, _, _ := strings.Cut(sentences.PlanLine(p.Words, sentences.ReadBy(p.at.Now(), 0), 2, 0), "<t:")
	require.Contains(t, p.ch.Last().Content, before)
	p.Bot.RestartAfter(10 * time.Second)
	p.Settle()
	require.Empty(t, automatic(p.at), "not before the grace is over")
	said := p.public()

	p.Clock.Forward(21 * time.Second)
	p.Eventually("the plan is played", func() bool { return len(automatic(p.at)) > 0 })
	p.Settle()
	require.Equal(t, turns[0], automatic(p.at))
	require.Len(t, p.two.Pings(), pings)
	require.Len(t, p.one.Pings(), others+1, "the next player")
	told, steps := p.ch.Last().Content, p.told()
	require.Len(t, steps, len(turns[0]))
	require.Contains(t, steps[len(steps)-1], p.Words.Say("bot.plan.line", "Line", ""))
	for _, line := range steps {
		require.Contains(t, told, line)
		require.NotContains(t, said, line, "a plan is secret until it is played")
	}
	p.CheckClean()
}

// tries has seat 2 try a turn from a copy on, and returns the copy with the whole turn.
func (p planning) tries(copied *localdiscord.Message) *localdiscord.Message {
	p.Helper()
	seen, err := p.two.Try(p.ch, copied)
	require.NoError(p, err)
	return seen[len(seen)-1]
}

// panel opens seat 2's turn panel.
func (p planning) panel() *localdiscord.Message { return panelOf(p.Env, p.ch, p.two) }

func TestAPlanIsArmedAndStoppedByPresses(t *testing.T) {
	t.Parallel()
	p := newPlanning(t, 903)
	two := p.two
	armed := func() table.Plan { return p.at.Now().Plans[2] }
	first := p.tries(two.MustCommand(p.ch, "game plan", nil))
	require.Contains(t, first.Content, two.T("bot.plan.unarmed"))
	whole := p.tries(two.MustClick(first, two.T("bot.button.plan_add")))
	require.Contains(t, whole.Content, "\n1. ")
	require.Contains(t, whole.Content, "\n2. ")
	require.Nil(t, harness.Button(whole, two.T("bot.button.plan_add")), "two choices are enough for two")
	require.Empty(t, armed().Turns)

	on := two.MustClick(whole, two.T("bot.button.plan_on"))
	require.Contains(t, on.Content, two.T("bot.plan.waits"))
	require.Contains(t, on.Content, two.T("bot.plan.cost"))
	require.Nil(t, harness.Button(on, two.T("bot.button.plan_on")))
	require.Len(t, armed().Turns, 2)
	require.False(t, armed().Any)
	on = two.MustClick(on, two.T("bot.button.plan_ask"))
	require.Contains(t, on.Content, two.T("bot.plan.waits"))
	require.True(t, armed().Any)
	require.Contains(t, two.MustClick(on, two.T("bot.button.plan_keep")).Content, two.T("bot.plan.waits"))

	require.NoError(t, p.Store.ChangePreferences(t.Context(), two.UserID(), func(prefs *store.Preferences) error {
		prefs.Drafts = nil // as if too many had come since
		return nil
	}))
	shown := two.MustCommand(p.ch, "game plan", nil)
	require.Equal(t, on.Content, shown.Content)
	require.Len(t, armed().Turns, 2, "a look at the plan does not stop it")
	shorter := two.MustClick(shown, two.T("bot.button.plan_back"))
	require.Empty(t, armed().Turns, "a change of the plan stops it")
	on = two.MustClick(p.tries(shorter), two.T("bot.button.plan_on"))
	require.Contains(t, on.Content, two.T("bot.plan.waits"))

	now := p.at.Now()
	dug := map[engine.Move]bool{}
	for _, turn := range now.Plans[2].Turns {
		dug[engine.Move{Verb: turn[0].Verb, Args: turn[0].Args}] = true
	}
	for _, m := range now.State.Legal(1, nil) {
		if !dug[engine.Move{Verb: m.Verb, Args: m.Args}] {
			p.dig(cellOf(string(now.Game.AppendMove(nil, m))))
			break
		}
	}
	pings := len(two.Pings())
	due, _, _ := strings.Cut(two.T("bot.plan.due", "When", "<"), "<")
	mine := p.panel()
	require.Contains(t, mine.Content, due)
	stopped := two.MustClick(mine, two.T("bot.button.plan_off"))
	require.NotContains(t, stopped.Content, due)
	p.Clock.Forward(time.Hour)
	p.Settle()
	require.Empty(t, automatic(p.at))
	require.Equal(t, engine.Seats(2), p.at.Now().Turn())
	require.Len(t, two.Pings(), pings)
	p.CheckClean()
}

// TestWhoIsNextIsToldThatThePlanNoLongerFits has seat 3 plan a tile that seat 1 then takes, or not.
func TestWhoIsNextIsToldThatThePlanNoLongerFits(t *testing.T) {
	t.Parallel()
	for name, taken := range map[string]bool{"taken": true, "left": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			locale := harness.LocaleOf(t)
			env := harness.New(t, harness.Options{Seed: 905, Locale: locale, Forced: later})
			people := env.NewPlayers(locale, 3)
			ch := env.Guild.AddChannel("gardens")
			at := env.At(ch)
			at.Open(nil, people)
			for now := at.Now(); !now.MayPlan(3) || now.Turn() != engine.Seats(1); now = at.Now() {
				require.NoError(t, at.PlayRandomMoves(people, 905, 1))
			}
			seated := at.BySeat(people)
			three := seated[2]
			three.MustCommand(ch, "me pings", localdiscord.Args{"how": "direct", "next": true})
			env.Settle()
			had := len(directs(three))
			planner := planning{env, ch, at, seated[0], three}
			seen, err := three.Try(ch, three.MustCommand(ch, "game plan", nil))
			require.NoError(t, err)
			whole := three.MustClick(seen[len(seen)-1], three.T("bot.button.plan_ask"))
			three.MustClick(whole, three.T("bot.button.plan_on"))
			now := at.Now()
			planned := cellOf(string(now.Game.AppendMove(nil, now.Plans[3].Turns[0][0])))
			for _, m := range now.State.Legal(1, nil) {
				cell := cellOf(string(now.Game.AppendMove(nil, m)))
				if (cell == planned) == taken {
					planner.dig(cell)
					break
				}
			}
			notice := awaitDirect(env, three, had+1).Content
			require.Contains(t, notice, strings.Split(env.Words.Say("bot.pings.you_are_next", "Player", "\n"), "\n")[0])
			outrun := env.Words.Say("bot.plan.outrun")
			require.Equal(t, taken, strings.Contains(notice, outrun), notice)
			require.NotContains(t, planner.public(), outrun)
			env.CheckClean()
		})
	}
}
