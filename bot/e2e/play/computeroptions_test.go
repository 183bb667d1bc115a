package play_test

import (
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// settings returns a game's defaults, and with each option changed alone to each other value. Of
// numbers it takes the first two values that the lobby offers. All sets of options are played with
// the rules of each game (gametest).
func settings(in *engine.Info) []engine.Options {
	defaults := engine.Options{}
	for _, o := range in.Options {
		defaults[o.Name] = in.Get(nil, o.Name)
	}
	all := []engine.Options{defaults}
	for _, o := range in.Options {
		values := o.Values
		switch o.Kind {
		case engine.OptionBool:
			values = []string{"false", "true"}
		case engine.OptionInt:
			values = values[:2]
		}
		for _, value := range values {
			if value != defaults[o.Name] {
				with := maps.Clone(defaults)
				with[o.Name] = value
				all = append(all, with)
			}
		}
	}
	return all
}

// scriptOf returns how people play a game with options.
func scriptOf(in *engine.Info, options engine.Options) *harness.Script {
	if options["mode"] == "quick" {
		return harness.QuickTowers
	}
	return map[string]*harness.Script{
		"gardens": harness.Gardens, "babel": harness.Babel, "towers": harness.Towers,
	}[in.ID]
}

// TestOnePersonPlaysAgainstComputersWithEveryOption chooses the options in the lobby's menus, and
// plays by presses until every computer has answered twice. A short run changes the mode only.
func TestOnePersonPlaysAgainstComputersWithEveryOption(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 230})
	t.Run("all", func(t *testing.T) {
		for _, g := range games.All {
			for _, options := range settings(g.Info()) {
				changed := changedOptions(g.Info(), options)
				if testing.Short() && len(changed) > 0 && !slices.Equal(changed, []string{"mode"}) {
					continue
				}
				name := g.Info().ID
				for _, option := range changed {
					name += "-" + option + "-" + options[option]
				}
				e := env.WithScript(scriptOf(g.Info(), options))
				ana, ch := e.NewPlayer("Ana", "en-US"), e.Guild.AddChannel(name)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					e.TB = t
					playWithOptions(e.At(ch), ana, g.Info(), options)
				})
			}
		}
	})
	env.CheckClean()
	env.CheckStore()
}

// changedOptions returns the names of the options that differ from their defaults.
func changedOptions(in *engine.Info, options engine.Options) []string {
	var changed []string
	for name, value := range options {
		if value != in.Get(nil, name) {
			changed = append(changed, name)
		}
	}
	slices.Sort(changed)
	return changed
}

// playWithOptions plays the beginning of a game against computers.
func playWithOptions(at *harness.Table, p *harness.Player, in *engine.Info, options engine.Options) {
	p.MustCommand(at.Channel, "game new", localdiscord.Args{
		"game": in.ID, "computers": in.MinSeats - 1, "level": "1",
	})
	at.Eventually("the lobby is there", func() bool { return at.Channel.Last() != nil })
	lobby := at.Channel.Last()
	for _, option := range changedOptions(in, options) {
		menus := p.MustClick(lobby, p.T("bot.button.options"))
		menu := slices.IndexFunc(in.Options, func(o engine.OptionInfo) bool { return o.Name == option })
		p.MustChoose(menus, menus.Controls()[menu].CustomID, options[option])
	}
	p.MustClick(lobby, p.T("bot.button.start"))

	enough := make(chan struct{})
	p.ByPanel, p.Patient, p.Retries, p.Over = true, true, 20, enough
	var playing sync.WaitGroup
	playing.Go(func() {
		for answeredTwice(at) < in.MinSeats-1 && at.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		close(enough)
	})
	var err error
	for err == nil {
		err = p.TakeTurn(at.Channel)
		select {
		case <-enough:
			err = harness.ErrOver
		default:
		}
	}
	require.ErrorIs(at, err, harness.ErrOver)
	playing.Wait()
	now, log := at.Load()
	for option, value := range options {
		require.Equal(at, value, in.Get(now.Options, option))
	}
	p.Acks.Check(log)
}

// answeredTwice counts the computers that have made a step after a step of a person, and another
// one after a later step. At the end of a game it counts all.
func answeredTwice(at *harness.Table) int {
	now := at.Now()
	if now.Status == table.Ended {
		return now.Computers().Len()
	}
	n := 0
	for _, seat := range now.Computers().Slice() {
		answers, person := 0, false
		for _, m := range now.Moves {
			switch {
			case m.Move.Seat == seat && person:
				answers, person = answers+1, false
			case m.Move.Seat != engine.Chance && !now.Computers().Has(m.Move.Seat):
				person = true
			}
		}
		if answers >= 2 {
			n++
		}
	}
	return n
}
