package play_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// waitingGame starts a game of people and plays it on until somebody else than the player in turn
// can plan. It returns that player.
func waitingGame(t *testing.T, o harness.Options, players int) (*harness.Table, []*harness.Player, *harness.Player) {
	env, ch, people := harness.OpenedGame(t, o, nil, players)
	at := env.At(ch)
	for i, moves := uint64(0), 20; ; i, moves = i+1, 1 {
		require.NoError(t, at.PlayRandomMoves(people, o.Seed+i, moves))
		mayPlan := func(p *harness.Player) bool { return at.Now().MayPlan(at.Now().Seat(p.UserID())) }
		if who := slices.IndexFunc(people, mayPlan); who >= 0 {
			at.Settle()
			return at, people, people[who]
		}
	}
}

func panelOf(env *harness.Env, ch *localdiscord.Channel, p *harness.Player) *localdiscord.Message {
	return p.MustClick(ch.Last(), env.Words.Say("bot.button.turn"))
}

func TestATurnIsPlannedOnACopyAloneAndMarkedWhenItComes(t *testing.T) {
	t.Parallel()
	for locale, v := range map[string]*harness.Variant{
		"en-US": harness.Gardens, "fr": harness.Babel, "es-ES": harness.Towers,
	} {
		t.Run(locale, func(t *testing.T) {
			at, people, p := waitingGame(t, harness.Options{Seed: 77, Locale: locale, Variant: v}, v.MinPlayers)
			env, ch, blind := at.Env, at.Channel, v != harness.Towers
			if blind {
				p.MustCommand(ch, "me text", localdiscord.Args{"on": true})
			}
			before, public := at.Now(), ch.Last()
			seat := before.Seat(p.UserID())
			playUntil := func(inTurn bool) {
				for i := uint64(0); at.Now().Turn().Has(seat) != inTurn; i++ {
					require.NoError(t, at.PlayRandomMoves(people, i, 1))
				}
				env.Settle()
			}
			waiting := panelOf(env, ch, p)
			require.NotContains(t, waiting.Content, p.T("bot.plan.draft"))
			copied := p.MustClick(waiting, p.T("bot.button.plan"))
			require.Equal(t, waiting.ID, copied.ID, "in place")
			require.Contains(t, copied.Content, p.T("bot.plan.banner"))
			require.Len(t, copied.Pictures(), 1)
			require.Nil(t, harness.Button(copied, p.T("bot.button.plan_back")))
			if blind {
				board := p.MustClick(copied, p.T("bot.textboard.view"))
				now, err := before.Next(table.Foresee(seat, before.Start))
				require.NoError(t, err)
				want := pictures.TextBoard(p.Words, now, seat, seat)[0][0].Description
				require.Equal(t, want, board.Embeds[0].Description, "the copy, not the table")
			}
			seen := p.Try(ch, copied)
			whole := seen[len(seen)-1]
			for _, m := range seen {
				require.True(t, m.Ephemeral(), "only %s sees the copy", p.Name)
				require.False(t, p.Refused(m), m.Content)
				env.CheckPictures(m)
			}
			env.Settle()
			require.Equal(t, before.Version, at.Now().Version, "nothing is played")
			require.Equal(t, public, ch.Last(), "nobody is told")

			kept := p.MustClick(unfolded(p, whole), p.T("bot.button.plan_keep"))
			require.Contains(t, kept.Content, p.T("bot.plan.draft"))
			shown := p.MustClick(kept, p.T("bot.button.plan_show"))
			require.Equal(t, whole.Content, shown.Content)
			again := p.MustCommand(ch, "game plan", nil)
			require.Equal(t, whole.Content, again.Content)
			again = p.MustClick(again, p.T("bot.button.plan_back"))
			stale := p.MustClick(shown, p.T("bot.button.plan_back"))
			require.Equal(t, p.T("bot.turn.moved_on")+"\n"+again.Content, stale.Content, "a press on an old copy does nothing")
			for harness.Button(again, p.T("bot.button.plan_back")) != nil {
				again = p.MustClick(again, p.T("bot.button.plan_back"))
			}
			require.Equal(t, copied.Content, again.Content, "all is taken back")
			seen = p.Try(ch, again)

			playUntil(true)
			mine := p.MustClick(seen[len(seen)-1], p.T("bot.button.plan_back"))
			require.Contains(t, mine.Content, p.T("bot.turn.moved_on"))
			require.NotContains(t, mine.Content, p.T("bot.plan.banner"), "the panel is the table's own")
			if v == harness.Babel { // the turn begins with the draw
				require.NoError(t, at.PlayRandomMoves(people, 1, 1))
				mine = panelOf(env, ch, p)
			}
			require.NotEmpty(t, plannedLabels(mine))
			playUntil(false)
			after := panelOf(env, ch, p)
			require.NotContains(t, after.Content, p.T("bot.plan.draft"), "the planned turn has passed")
			playUntil(true)
			require.Empty(t, plannedLabels(panelOf(env, ch, p)))
		})
	}
}

func plannedLabels(m *localdiscord.Message) (marked []string) {
	for _, row := range m.Components {
		for _, c := range row.Components {
			labels := []string{c.Label, c.Placeholder}
			for _, o := range c.Options {
				labels = append(labels, o.Label)
			}
			for _, label := range labels {
				if strings.HasPrefix(label, "🗓️ ") {
					marked = append(marked, label)
				}
			}
		}
	}
	return marked
}

// TestADraftLosesTheStepsThatOthersMakeImpossible has a player plan a place that another one takes,
// with a restart between.
func TestADraftLosesTheStepsThatOthersMakeImpossible(t *testing.T) {
	at, people, p := waitingGame(t, harness.Options{Seed: 1, Variant: harness.Towers}, 4)
	seen := p.Try(at.Channel, p.MustCommand(at.Channel, "game plan", nil))
	whole := seen[len(seen)-1]
	seat := at.Now().Seat(p.UserID())
	at.Bot.RestartAfter(0)
	for i := uint64(0); ; i++ {
		require.NoError(t, at.PlayRandomMoves(people, i, 1))
		now := at.Now()
		require.False(t, now.Turn().Has(seat), "nothing has become impossible")
		if !now.MayPlan(seat) {
			continue
		}
		copied := p.MustClick(whole, p.T("bot.button.plan_back"))
		if first, _, rebased := strings.Cut(copied.Content, p.T("bot.plan.banner")); strings.Count(first, "\n") == 2 {
			require.True(t, rebased, "the panel is still the draft: %s", copied.Content)
			require.Contains(t, first, p.T("bot.turn.moved_on"))
			break
		}
		whole = copied
	}
}

// planning is a game of Babylon in which seat 1 is in turn, and another seat plans.
type planning struct {
	*harness.Env
	ch   *localdiscord.Channel
	at   *harness.Table
	seat engine.Seat // that plans
	// one is in turn, and planner plans.
	one, planner *harness.Player
}

// newPlanning has the last of some players plan.
func newPlanning(t *testing.T, seed uint64, players int) planning {
	env := harness.New(t, harness.Options{Seed: seed, Locale: harness.LocaleOf(t), Forced: later})
	people := env.NewPlayers(players)
	ch, seat := env.Guild.AddChannel("gardens"), engine.Seat(players)
	at := env.At(ch)
	at.Open(nil, people)
	for now := at.Now(); !now.MayPlan(seat) || now.Turn() != engine.Seats(1); now = at.Now() {
		require.NoError(t, at.PlayRandomMoves(people, seed, 1))
	}
	env.Settle()
	seated := at.BySeat(people)
	return planning{env, ch, at, seat, seated[0], seated[players-1]}
}

func (p planning) armed() table.Plan { return p.at.Now().Plans[p.seat] }

// dig has the first player dig a cell that the plan begins with, or not, and end the turn.
func (p planning) dig(planned bool) {
	now := p.at.Now()
	cell := func(m engine.Move) string { // of "2 dig c3"
		return strings.Fields(string(now.Game.AppendMove(nil, m)))[2]
	}
	for _, m := range now.State.Legal(1, nil) {
		begins := func(turn []engine.Move) bool { return cell(turn[0]) == cell(m) }
		if slices.ContainsFunc(now.Plans[p.seat].Turns, begins) == planned {
			harness.MustDo(p.one, p.ch, "garden dig", localdiscord.Args{"cell": cell(m)})
			break
		}
	}
	harness.MustDo(p.one, p.ch, "garden end", nil)
	p.Settle()
}

// public returns all that others than the planner have ever read, without line breaks.
func (p planning) public() string {
	var all strings.Builder
	for _, m := range p.ch.Everything() {
		if m.OnlyFor == p.planner.ID {
			continue
		}
		for _, version := range p.Discord.History(m.ID) {
			all.WriteString(version.Text() + "\n")
		}
	}
	return all.String()
}

// tries has the planner try a turn from a copy on, and returns the copy with the whole turn.
func (p planning) tries(copied *localdiscord.Message) *localdiscord.Message {
	seen := p.planner.Try(p.ch, copied)
	return seen[len(seen)-1]
}

func TestPlannedTurnIsPlayedAndTold(t *testing.T) {
	p := newPlanning(t, 901, 2)
	two := p.planner
	two.MustClick(p.tries(two.MustCommand(p.ch, "game plan", nil)), two.T("bot.button.plan_on"))
	var turn []string
	for _, m := range p.armed().Turns[0] {
		turn = append(turn, string(p.at.Now().Game.AppendMove(nil, m)))
	}
	p.Settle()
	require.Equal(t, engine.Seats(1), p.at.Now().Turn(), "nothing has happened")
	pings, others := len(two.Pings()), len(p.one.Pings())
	p.dig(false)
	require.Len(t, two.Pings(), pings, "the plan spares the ping")
	before, _, _ := strings.Cut(sentences.PlanLine(p.Words, sentences.ReadBy(p.at.Now(), 0), 2, 0), "<t:")
	require.Contains(t, p.ch.Last().Content, before)
	p.Bot.RestartAfter(10 * time.Second)
	p.Settle()
	require.Empty(t, automatic(p.at), "not before the grace is over")
	said, own := p.public(), p.one
	for _, command := range []string{"board", "game status", "game mine", "game record"} {
		m := own.MustCommand(p.ch, command, nil)
		said += m.Text()
		for _, file := range m.Attachments {
			data, err := own.Download(m, file)
			require.NoError(t, err)
			said += file.Description + string(data)
		}
	}
	panel, err := json.Marshal(panelOf(p.Env, p.ch, own))
	require.NoError(t, err)
	for place, text := range map[string]string{"read": said, "used": string(panel), "logged": p.BotLog.Text()} {
		require.NotContains(t, text, strings.Join(turn, ";"), place)
		require.NotContains(t, text, turn[0], place)
	}

	p.Clock.Forward(21 * time.Second)
	p.Eventually("the plan is played", func() bool { return len(automatic(p.at)) > 0 })
	p.Settle()
	require.Equal(t, turn, automatic(p.at))
	require.Len(t, two.Pings(), pings)
	require.Len(t, p.one.Pings(), others+1, "the next player")
	line := p.Words.Say("bot.plan.line", "Line", "")
	require.Contains(t, p.ch.Last().Content, line)
	require.NotContains(t, said, line, "a plan is secret until it is played")
	_, log := p.at.Load()
	p.at.CheckAnnouncedOnce(log)
}

// unfolded returns a plan with the buttons below More, if it has any.
func unfolded(p *harness.Player, m *localdiscord.Message) *localdiscord.Message {
	if harness.Button(m, p.T("bot.button.more")) == nil {
		return m
	}
	return p.MustClick(m, p.T("bot.button.more"))
}

func TestAPlanIsArmedAndStoppedByPresses(t *testing.T) {
	p := newPlanning(t, 903, 2)
	two := p.planner
	first := p.tries(two.MustCommand(p.ch, "game plan", nil))
	require.Contains(t, first.Content, two.T("bot.plan.unarmed"))
	require.Nil(t, harness.Button(first, two.T("bot.button.plan_keep")), "few buttons: the rest is below More")
	whole := p.tries(two.MustClick(unfolded(two, first), two.T("bot.button.plan_add")))
	require.Contains(t, whole.Content, "\n1. ")
	require.Contains(t, whole.Content, "\n2. ")
	require.Nil(t, harness.Button(unfolded(two, whole), two.T("bot.button.plan_add")), "two choices are enough for two")
	require.Empty(t, p.armed().Turns)

	on := two.MustClick(whole, two.T("bot.button.plan_on"))
	require.Contains(t, on.Content, two.T("bot.plan.waits"))
	require.Contains(t, on.Content, two.T("bot.plan.cost"))
	require.Nil(t, harness.Button(on, two.T("bot.button.plan_on")))
	require.Len(t, p.armed().Turns, 2)
	require.False(t, p.armed().Any, "the plan asks before it is played, if something better has come up")
	on = two.MustClick(unfolded(two, on), two.T("bot.button.plan_ask"))
	require.Contains(t, on.Content, two.T("bot.plan.waits"))
	require.True(t, p.armed().Any, "the plan is played even if something better has come up")
	require.Contains(t, two.MustClick(unfolded(two, on), two.T("bot.button.plan_keep")).Content,
		two.T("bot.plan.waits"))

	require.NoError(t, p.Store.ChangePreferences(t.Context(), two.UserID(), func(prefs *store.Preferences) error {
		prefs.Drafts = nil // as if too many had come since
		return nil
	}))
	shown := two.MustCommand(p.ch, "game plan", nil)
	require.Equal(t, on.Content, shown.Content)
	require.Len(t, p.armed().Turns, 2, "a look at the plan does not stop it")
	shorter := two.MustClick(shown, two.T("bot.button.plan_back"))
	require.Empty(t, p.armed().Turns, "a change of the plan stops it")
	on = two.MustClick(p.tries(shorter), two.T("bot.button.plan_on"))
	require.Contains(t, on.Content, two.T("bot.plan.waits"))

	p.dig(false)
	pings := len(two.Pings())
	due, _, _ := strings.Cut(two.T("bot.plan.due", "When", "<"), "<")
	mine := panelOf(p.Env, p.ch, two)
	require.Contains(t, mine.Content, due)
	stopped := two.MustClick(mine, two.T("bot.button.plan_off"))
	require.NotContains(t, stopped.Content, due)
	p.Clock.Forward(time.Hour)
	p.Settle()
	require.Empty(t, automatic(p.at))
	require.Equal(t, engine.Seats(2), p.at.Now().Turn())
	require.Len(t, two.Pings(), pings)
}

// TestWhoIsNextIsToldThatThePlanNoLongerFits has seat 3 plan a tile that seat 1 then takes, or not.
func TestWhoIsNextIsToldThatThePlanNoLongerFits(t *testing.T) {
	t.Parallel()
	for name, taken := range map[string]bool{"taken": true, "left": false} {
		t.Run(name, func(t *testing.T) {
			p := newPlanning(t, 905, 3)
			three := p.planner
			three.MustCommand(p.ch, "me pings", localdiscord.Args{"how": "direct", "next": true})
			p.Settle()
			had := len(directs(three))
			whole := three.MustClick(unfolded(three, p.tries(three.MustCommand(p.ch, "game plan", nil))),
				three.T("bot.button.plan_ask"))
			three.MustClick(whole, three.T("bot.button.plan_on"))
			p.dig(taken)
			notice := awaitDirect(p.Env, three, had+1).Content
			require.Contains(t, notice, strings.Split(p.Words.Say("bot.pings.you_are_next", "Player", "\n"), "\n")[0])
			outrun := p.Words.Say("bot.plan.outrun")
			require.Equal(t, taken, strings.Contains(notice, outrun), notice)
			require.NotContains(t, p.public(), outrun)
		})
	}
}
