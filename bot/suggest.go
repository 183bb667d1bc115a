package bot

import (
	"cmp"
	"context"
	"slices"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits of an autocomplete.
const (
	maxChoices    = 25
	maxChoiceName = 100
)

// suggestMove completes an option of a turn command with what is legal now,
// the best first, given the options that are filled in already.
func (r *request) suggestMove(ctx context.Context, g games.Entry, sub subcommand) error {
	r.respond(ctx, session.Choices(r.moveChoices(ctx, g, sub)...))
	return nil
}

func (r *request) moveChoices(ctx context.Context, g games.Entry, sub subcommand) []*discordgo.ApplicationCommandOptionChoice {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil || s.table.Game.Info().ID != g.Info().ID {
		return nil
	}
	seat := s.table.Seat(r.user)
	if !s.table.Turn().Has(seat) {
		return nil
	}
	typed := r.options[r.focused]
	given := make(map[string]string, len(r.options))
	for name, value := range r.options {
		if name != r.focused {
			given[name] = value
		}
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	legal := r.rankings.of(s.id, s.table, seat)
	for _, v := range bestValues(s.table, legal, sub, given, r.focused, typed, maxChoices) {
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{
			Name:  text.Cut(choiceName(v, rankedHint(r.words, legal, s.table, v.move)), maxChoiceName),
			Value: v.text,
		})
	}
	return choices
}

// value is a value that an argument may take, with the best move that has it.
type value struct {
	text string
	move engine.Move
	rank int
}

// bestValues lists the values of an argument among the legal moves that fit
// what is given, the best first, at most so many, those that begin with what
// is typed before those that contain it.
func bestValues(t *table.Table, legal *ranked, sub subcommand, given map[string]string, name, typed string, most int) []value {
	in := t.Game.Info()
	best := map[string]int{}
	var values []value
	want := sub.wish(in, given)
	for i, m := range legal.moves {
		if !want.fits(in, m) {
			continue
		}
		v := argText(in, m, name)
		if v == "" || text.Match(v, typed) == text.NoMatch {
			continue
		}
		at, found := best[v]
		switch {
		case !found:
			best[v] = len(values)
			values = append(values, value{v, m, legal.ranks[i]})
		case legal.ranks[i] > values[at].rank:
			values[at] = value{v, m, legal.ranks[i]}
		}
	}
	slices.SortStableFunc(values, func(a, b value) int {
		return cmp.Or(cmp.Compare(text.Match(a.text, typed), text.Match(b.text, typed)), cmp.Compare(b.rank, a.rank))
	})
	return values[:min(len(values), most)]
}

// choiceName is a value with what its best move does: "c2 · granite, rose ...".
func choiceName(v value, hint string) string {
	if hint != "" {
		return v.text + " · " + hint
	}
	return v.text
}

// hint is what a move would do, in a few words.
func hint(w *text.Words, t *table.Table, m engine.Move) string {
	in := t.Game.Info()
	return w.T(in.ID+".hint."+in.VerbInfo(m.Verb).Name, moveArgs(w, in, t, m, t.State.Describe(m)))
}

// rankedHint is hint for a ranked move, which remembers it.
func rankedHint(w *text.Words, legal *ranked, t *table.Table, m engine.Move) string {
	return legal.hint(m, string(w.Lang()), func() string { return hint(w, t, m) })
}

// moveArgs are the placeholders of texts about a move: its arguments in the
// notation, "" where one is left out, and the facts of its description.
func moveArgs(w *text.Words, in *engine.Info, t *table.Table, m engine.Move, d engine.Description) map[string]any {
	args := map[string]any{}
	if verb := in.VerbInfo(m.Verb); !verb.Chance { // what chance did is told by facts alone: a shuffle is a secret
		for _, arg := range verb.Args {
			args[arg.Name] = argText(in, m, arg.Name)
		}
	}
	for name, v := range d.Facts {
		args[name] = fact(w, in.ID, t, v)
	}
	return args
}
