package play_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/gardens"
	"amytis/store"
	"amytis/store/storetest"
)

// presser plays a turn by a panel and counts its presses, two for a choice from a menu.
type presser struct {
	testing.TB
	*harness.Player
	panel   *localdiscord.Message
	presses int
}

// click presses the first button with an action and an argument that starts with arg.
func (p *presser) click(action, arg string) {
	for _, c := range p.panel.Controls() {
		parts := strings.SplitN(c.CustomID, ":", 4)
		if len(c.Options) == 0 && parts[0] == action && strings.HasPrefix(parts[3], arg) && !c.Disabled {
			p.panel = p.MustWait(p.Press(p.Context(), p.panel, c.CustomID))
			p.presses++
			return
		}
	}
	require.FailNow(p, "no such button", "%s %s in %s %v", action, arg, p.panel.Content, p.panel.Controls())
}

// makes plays the first move of a verb that the panel offers as a button or in a menu.
func (p *presser) makes(verb string) {
	for _, c := range p.panel.Controls() {
		for _, o := range c.Options {
			if strings.HasPrefix(strings.TrimPrefix(o.Value, "="), verb) {
				p.panel = p.MustChoose(p.panel, c.CustomID, o.Value)
				p.presses += 2
				return
			}
		}
	}
	p.click("move", verb)
}

func TestTypicalTurnsTakeFewPresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game    *harness.Variant
		players int
		most    int
		play    func(p *presser)
	}{
		"Babylon": {harness.Gardens, 4, 6, func(p *presser) {
			p.makes("dig")
			p.click("cur", "l place")
			p.click("move", "place")
			p.click("move", "end")
		}},
		"Babylon by the cursor": {harness.Gardens, 4, 10, func(p *presser) {
			p.makes("dig")
			p.click("cur", "l place")
			p.click("cur", "l ")
			p.click("cur", "north ")
			p.click("cur", "l ")
			p.click("move", "place")
			p.click("move", "end")
		}},
		"Babel": {harness.Babel, 2, 13, func(p *presser) {
			p.makes("draw")
			p.makes("travel")
			p.makes("settle")
			p.makes("settle")
			p.makes("build own")
			p.makes("settle")
			p.click("move", "end")
		}},
		"four pieces of towers": {harness.Towers, 3, 7, func(p *presser) {
			p.click("cur", "l tower")
			for range 3 {
				p.click("on", "tower")
			}
			p.click("move", "tower")
			p.click("move", "done")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			env, ch, people := harness.OpenedGame(t, harness.Options{Variant: c.game, Seed: 77},
				localdiscord.Args{"game": c.game.Game}, c.players)
			awaited := slices.IndexFunc(people, func(p *harness.Player) bool { return p.UserID() == env.At(ch).Awaited() })
			before := env.At(ch).Now()
			p := &presser{TB: t, Player: people[awaited], panel: people[awaited].MustOpenPanel(ch), presses: 1}
			c.play(p)
			now := env.At(ch).Now()
			require.Greater(t, len(now.Moves), len(before.Moves)+2)
			require.False(t, now.Turn().Has(now.Seat(p.UserID())), "the turn is over: %s", p.panel.Content)
			require.LessOrEqual(t, p.presses, c.most)
			t.Logf("%d presses", p.presses)
		})
	}
}

// choose chooses several values of the first menu: it opens, each value is a press, and it closes.
func (p *presser) choose(values ...string) {
	menus, _ := harness.PanelControls(p.panel)
	require.NotEmpty(p, menus, p.panel.Content)
	p.panel = p.MustWait(p.Select(p.Context(), p.panel, menus[0].CustomID, values...))
	p.presses += len(values) + 2
}

// TestPlayersChooseTheirSetUpAtOnce has both players want the same tile: the one who misses it
// chooses another.
func TestPlayersChooseTheirSetUpAtOnce(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	p := &presser{TB: t, Player: first, panel: first.MustOpenPanel(ch), presses: 1}
	p.choose("remove a1", "remove b1", "remove c1")
	require.LessOrEqual(t, p.presses, 6)
	env.Settle()
	q := &presser{TB: t, Player: second, panel: second.MustOpenPanel(ch), presses: 1}
	q.choose("remove d1", "remove c1", "remove d2")
	env.Settle()
	p.panel = first.MustOpenPanel(ch)
	p.choose("remove d3")
	var moves []string
	for _, m := range env.At(ch).Now().Moves {
		moves = append(moves, string(gardens.Game.AppendMove(nil, m.Move)))
	}
	require.Equal(t, []string{"1 remove a1", "2 remove d1", "1 remove b1", "2 remove c1", "1 remove d3", "2 remove d2"}, moves)
}

// TestOneOfTwoSimultaneousPressesActsAndTheOtherShowsTheChange has the store wait until both moves
// were found legal.
func TestOneOfTwoSimultaneousPressesActsAndTheOtherShowsTheChange(t *testing.T) {
	var missing atomic.Int32
	arrived := make(chan struct{})
	barrier := func(ctx context.Context, call string) error {
		if call == "Commit" && missing.Load() > 0 {
			if missing.Add(-1) == 0 {
				close(arrived)
			}
			select {
			case <-arrived:
			case <-ctx.Done():
			}
		}
		return nil
	}
	env, ch, first, _ := harness.StartedGame(t, harness.Options{
		Locale:    harness.LocaleOf(t),
		WrapStore: func(s store.Store) store.Store { return &storetest.Hooked{Store: s, Before: barrier} },
	}, nil)
	panel := first.MustOpenPanel(ch)
	menus, _ := harness.PanelControls(panel)
	missing.Store(2)
	var both sync.WaitGroup
	answers := make([]*localdiscord.Message, 2)
	for i := range answers {
		both.Go(func() {
			answers[i], _ = first.Choose(panel, menus[0].CustomID, menus[0].Options[i].Value)
		})
	}
	both.Wait()
	require.Equal(t, 1, env.At(ch).Moves(), "one of the two presses acts")
	require.NotEqual(t, first.Outdated(answers[0]), first.Outdated(answers[1]), "%s\n%s", answers[0].Content,
		answers[1].Content)
	for _, m := range answers {
		require.False(t, first.Refused(m), m.Content)
	}
}

// TestPressOfAnEarlierTurnPlaysNothing presses a move of a turn ago that would be legal again.
func TestPressOfAnEarlierTurnPlaysNothing(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	old := first.MustOpenPanel(ch)
	menus, _ := harness.PanelControls(old)
	options := menus[0].Options
	first.MustCommand(ch, "garden remove", localdiscord.Args{"cell": options[0].Value[len("remove "):]})
	second.MustRemoveTile(ch)
	require.Equal(t, first.UserID(), env.At(ch).Awaited())
	m := first.MustChoose(old, menus[0].CustomID, options[len(options)-1].Value)
	require.True(t, first.Outdated(m), m.Content)
	require.Equal(t, 2, env.At(ch).Moves())
}
