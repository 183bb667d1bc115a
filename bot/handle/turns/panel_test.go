package turns

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store/bolt/bolttest"
)

// eachPosition calls f for some positions of random games with all options, for each seat in turn.
func eachPosition(t *testing.T, every int, f func(p *panel)) {
	t.Helper()
	id := table.ID(1)
	for _, g := range games.All {
		for _, options := range []engine.Options{
			nil, {"build": "together", "overlap": "adjacent"}, {"expert": "true"}, {"mode": "quick"},
		} {
			if g.Info().CheckOptions(options) != nil {
				continue
			}
			id++
			p := playtest.Play(t, g, options, g.Info().MinSeats)
			r := &interaction.Request{
				Services: &interaction.Services{Rankings: choice.NewRankings(), Store: bolttest.New(t)},
				Input:    interaction.Input{Words: text.For("en")},
			}
			for n := 0; n < len(p.Moves); n += every {
				at := p.At(t, n)
				for _, seat := range at.Turn().Slice() {
					if seat != engine.Chance {
						f(newPanel(t.Context(), r, tables.Loaded{ID: id, Table: at}, seat))
					}
				}
			}
		}
	}
}

// shown is a control of a message. values are what a menu offers.
type shown struct {
	control.Control
	style    discordgo.ButtonStyle
	disabled bool
	values   []string
}

func shownIn(t *testing.T, rows []discordgo.MessageComponent) (all []shown) {
	t.Helper()
	for _, row := range rows {
		for _, c := range row.(discordgo.ActionsRow).Components {
			var s shown
			id, ok := "", false
			switch c := c.(type) {
			case discordgo.Button:
				id, s.style, s.disabled = c.CustomID, c.Style, c.Disabled
			case discordgo.SelectMenu:
				id = c.CustomID
				for _, o := range c.Options {
					s.values = append(s.values, o.Value)
				}
			}
			s.Control, ok = control.Parse(id)
			require.True(t, ok, id)
			all = append(all, s)
		}
	}
	return all
}

// TestOnePlayButtonIsGreenAndEndingTheTurnIsLast looks at the panels of every game. Ending the turn
// is green only if nothing else is left.
func TestOnePlayButtonIsGreenAndEndingTheTurnIsLast(t *testing.T) {
	green, grey := 0, 0
	eachPanel(t, func(p *panel, controls []shown) {
		in := p.in
		ends := func(text string) bool {
			m, err := choice.ParseMove(p.t.Game, p.seat, text)
			return err == nil && in.VerbInfo(m.Verb).Ends
		}
		goesOn := slices.ContainsFunc(p.t.State.Legal(p.seat, nil), func(m engine.Move) bool {
			return !in.VerbInfo(m.Verb).Ends
		})
		greens, ended := 0, false
		for _, c := range controls {
			if len(c.values) > 0 {
				require.False(t, goesOn && slices.ContainsFunc(c.values, ends), "a menu ends the turn: %v", c.values)
				continue
			}
			if c.style == discordgo.SuccessButton {
				greens++
			}
			switch isEnd := c.Action == control.Move && ends(c.Arg); {
			case !isEnd:
				require.False(t, ended, "%s: %s %s stands behind the end of the turn", in.ID, c.Action, c.Arg)
			case goesOn:
				grey++
				ended = true
				require.Equal(t, discordgo.SecondaryButton, c.style, c.Arg)
			default:
				green++
				ended = true
			}
		}
		require.LessOrEqual(t, greens, 1, in.ID)
	})
	require.Greater(t, green, 5)
	require.Greater(t, grey, 10)
}

// TestAnActionAlwaysHasTheSameKindOfControl looks at the panels of every game.
func TestAnActionAlwaysHasTheSameKindOfControl(t *testing.T) {
	kinds := map[string]string{}
	eachPanel(t, func(p *panel, controls []shown) {
		in := p.in
		for _, c := range controls {
			move, kind := c.Arg, c.Action
			if len(c.values) > 0 {
				move, kind = strings.TrimPrefix(c.values[0], onlyMove), "menu"
			}
			if c.Action == control.Cursor {
				_, move, _ = strings.Cut(c.Arg, " ")
			}
			verb, _, _ := strings.Cut(move, " ")
			if v := in.Verb(verb); v != 0 {
				action := in.ID + " " + in.VerbInfo(v).Subcommand()
				require.Equal(t, kind, cmp.Or(kinds[action], kind), action)
				kinds[action] = kind
			}
		}
	})
	require.Greater(t, len(kinds), 15)
}

// eachPanel calls f with the controls of the panels at some positions of every game.
func eachPanel(t *testing.T, f func(p *panel, controls []shown)) {
	t.Helper()
	eachPosition(t, 19, func(p *panel) {
		rows := p.controls()
		require.LessOrEqual(t, len(rows), control.MaxRows)
		f(p, shownIn(t, rows))
	})
}

func TestAMoveOfTheSetUpIsShownAsTheChannelSeesIt(t *testing.T) {
	t.Parallel()
	p := playtest.Play(t, games.All[0], nil, 2)
	before, after, m := p.At(t, 0), p.At(t, 1), p.Moves[0]
	want := pictures.Public(before, after, m.Seat)
	want.Asker, want.Patient = m.Seat, false
	require.Equal(t, want, pictureAfter(before, after, m))
}

func TestPanelsOfferNothingWithoutEffect(t *testing.T) {
	t.Parallel()
	g, _ := games.Find("babel")
	p, vain := playtest.Play(t, g, nil, 2), 0
	start := p.At(t, 0)
	p.Moves, _, _ = g.Playout(nil, start.SeatInfos(), start.Setup, playtest.Rand(10)) // has powers
	r := &interaction.Request{
		Services: &interaction.Services{Rankings: choice.NewRankings(), Store: bolttest.New(t)},
		Input:    interaction.Input{Words: text.For("en")},
	}
	for n := range p.Moves {
		s := tables.Loaded{ID: 1, Table: p.At(t, n)}
		seat := s.Table.Turn().Slice()[0]
		if seat == engine.Chance {
			continue
		}
		p := newPanel(t.Context(), r, s, seat)
		offered := map[string]bool{}
		for _, c := range shownIn(t, p.controls()) {
			for _, move := range append(c.values, c.Arg) {
				offered[strings.TrimPrefix(move, onlyMove)] = true
			}
		}
		for _, m := range p.legal().Moves {
			if s.Table.State.Describe(m).Rank == engine.RankVain {
				vain++
				require.False(t, offered[choice.FormatMove(g, m)], "move %d: %s", n, choice.FormatMove(g, m))
			}
		}
	}
	require.Greater(t, vain, 5)
}

// TestWhatTakesBackHasNoPlaceBeforeTheFirstStep looks at the panels of quick games, whose buttons
// else have their places even while they can do nothing.
func TestWhatTakesBackHasNoPlaceBeforeTheFirstStep(t *testing.T) {
	t.Parallel()
	seen := map[bool]int{}
	eachPanel(t, func(p *panel, controls []shown) {
		if !p.t.State.Pace().Live {
			return
		}
		acted, undo, disabled := p.hasActed(), false, 0
		for _, c := range controls {
			undo = undo || c.Action == control.Undo
			if c.disabled {
				disabled++
			}
		}
		seen[acted]++
		require.Equal(t, acted, undo)
		require.True(t, acted || disabled <= 2, "only nobles wait for the towers of others: %d", disabled)
	})
	require.Greater(t, seen[true], 3)
	require.Greater(t, seen[false], 0)
}

func TestMenuPagesShowEveryEntryOnceAndLeadBackToTheFirst(t *testing.T) {
	for _, c := range []struct{ size, pages int }{{25, 1}, {26, 2}, {48, 2}, {49, 3}} {
		all := make([]discordgo.SelectMenuOption, c.size)
		for i := range all {
			all[i].Value = strconv.Itoa(i)
		}
		p := picking{panel: &panel{Request: &interaction.Request{Input: interaction.Input{Words: text.For("en")}}}}
		var shown []string
		for page := range c.pages {
			p.pick.Page = page
			for _, o := range p.menuPage(all) {
				if o.Value != morePage {
					shown = append(shown, o.Value)
				}
			}
		}
		require.Len(t, shown, c.size)
		p.pick.Page = c.pages
		require.Equal(t, all[0], p.menuPage(all)[0], "the first page follows the last")
	}
}

func TestAltTextOfAPanelNamesPossiblePlaces(t *testing.T) {
	t.Parallel()
	for i, want := range []string{"possible places: ", "", "possible places: "} {
		g := playtest.Play(t, games.All[i], nil, games.All[i].Info().MinSeats)
		found := ""
		for at := range 40 {
			tab := g.At(t, at)
			for _, seat := range tab.Turn().Slice() {
				ranked := choice.NewRankings().Of(1, tab, seat)
				if told := possiblePlaces(text.For("en-US"), tab, ranked); told != "" {
					found = told
				}
			}
		}
		t.Log(found)
		assert.Contains(t, found, want)
		assert.NotContains(t, found, "  ")
	}
}

func eachCursor(t *testing.T, f func(p cursor, spots []engine.Move)) {
	t.Helper()
	eachPosition(t, 17, func(p *panel) {
		for _, v := range p.in.Verbs {
			if len(v.Axes) == 0 {
				continue
			}
			spots := cursor{p, engine.Move{Verb: p.in.Verb(v.Name)}}.best()
			for i := 0; i < len(spots); i += 1 + len(spots)/3 {
				f(cursor{p, spots[i]}, spots)
			}
		}
	})
}

// TestCursorShowsOnlyStepsWithAnEffect checks that every step but the arrows leads to another move,
// and every way to a legal one. Facings are offered in expert games only. The list of ways is for
// who cannot see the picture. The arrows are explained the first times, and always to them.
func TestCursorShowsOnlyStepsWithAnEffect(t *testing.T) {
	opened, shown, n := 0, 0, 0
	eachCursor(t, func(p cursor, spots []engine.Move) {
		expert := p.t.Options["expert"] == "true"
		n++
		p.prefs.Text, p.prefs.Aimed = n%2 == 0, interaction.Explained+n/2%2
		swaps := p.in.VerbInfo(p.ghost.Verb).Name == "swap"
		explains := p.prefs.Text || p.prefs.Aimed == interaction.Explained || swaps
		require.Equal(t, explains, strings.Contains(p.text(nil), "➡️"))
		for _, c := range shownIn(t, p.controls(true)) {
			require.LessOrEqual(t, len(c.values), control.MaxMenuOptions)
			for _, value := range c.values {
				op, text, _ := strings.Cut(value, " ")
				m, err := choice.ParseMove(p.t.Game, p.ghost.Seat, text)
				require.NoError(t, err)
				if op == showWay {
					require.True(t, p.prefs.Text, "the arrows lead there, too")
					shown++
					require.Contains(t, spots, m)
					require.NotEqual(t, p.ghost, m, "the button places the ghost")
					require.False(t, !expert && strings.HasPrefix(text, "tower "),
						"towers face somewhere only in expert games")
					continue
				}
				require.Equal(t, p.ghost, m)
				next := choice.MoveCursor(p.t, p.legal(), p.ghost, op)
				require.NotEqual(t, p.ghost, next)
				if op == "open" {
					opened++
					require.Contains(t, spots, next)
				}
			}
		}
	})
	require.Greater(t, opened, 1)
	require.Greater(t, shown, 20)
}
