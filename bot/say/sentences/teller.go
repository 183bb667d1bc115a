package sentences

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Teller tells turns: one line for what a seat did, not one for each step.
type Teller struct {
	Words  *text.Words
	reader engine.Seat // the seat whose automatic turns are marked, 0 for none
	isNew  bool        // whether the reader may not know the game yet
	lines  []string    // "" for the runs, until they are told
	runs   []*run
}

// run is what a seat did without an end of its turn in between.
type run struct {
	seat  engine.Seat
	line  int // its index in the teller's lines
	ended bool
	steps []step
	moved int // the weight of its steps
}

type step struct {
	before, after *table.Table
	table.Entry
	gains []int // the points that it gave to each seat, seat 1 first
}

func (s step) verb() *engine.VerbInfo { return s.before.Game.Info().VerbInfo(s.Move.Verb) }

func (te *Teller) add(line string) { te.lines = append(te.lines, line) }

// Step adds a move, the last of after, to its seat's run. What is in no turn has its own line.
func (te *Teller) Step(before, after *table.Table) {
	s := step{before: before, after: after, Entry: after.Moves[len(after.Moves)-1]}
	was := before.State.Scores()
	for i, score := range after.State.Scores() {
		s.gains = append(s.gains, score.Total()-was[i].Total())
	}
	switch live := before.State.Pace().Live; {
	case s.Move.Verb == engine.Skip, s.Move.Verb == engine.Resign, s.Auto && s.verb().SetUp, s.Move.Seat == engine.Chance:
		line := EntryLine(te.Words, before, s.Entry)
		if te.isNew && s.verb().SetUp {
			line = te.Words.Say(before.Game.Info().ID+".line.setup", "New", true)
		}
		if (s.Move.Seat != engine.Chance || s.Move.Verb == engine.Skip || live) && !slices.Contains(te.lines, line) {
			te.add(line)
		}
	default:
		i := slices.IndexFunc(te.runs, func(r *run) bool { return r.seat == s.Move.Seat && !r.ended })
		if i < 0 {
			i = len(te.runs)
			te.runs = append(te.runs, &run{seat: s.Move.Seat, line: len(te.lines)})
			te.add("")
		}
		r := te.runs[i]
		r.steps = append(r.steps, s)
		r.ended = s.verb().Ends && !live
		r.moved += s.weight()
	}
}

// The lengths of lines about turns, in characters: one alone, and each of many on a phone.
const maxTold, minTold = 94, 38

// Told returns all lines, shorter ones if several players have moved.
func (te *Teller) Told() []string {
	for _, r := range te.runs {
		line := r.told(te.Words, max(minTold, maxTold/len(te.runs)))
		if r.seat == te.reader && !slices.ContainsFunc(r.steps, func(s step) bool { return !s.Auto }) {
			line = te.Words.Say("bot.since.auto", "Line", line)
		}
		te.lines[r.line] = line
	}
	return slices.DeleteFunc(slices.Clone(te.lines), func(line string) bool { return line == "" })
}

// onlyMost keeps the two turns of more than three that moved the most points, the last if equal.
func (te *Teller) onlyMost() {
	if len(te.runs) <= 3 {
		return
	}
	slices.Reverse(te.runs)
	slices.SortStableFunc(te.runs, func(a, b *run) int { return cmp.Compare(b.moved, a.moved) })
	te.runs = te.runs[:2]
}

// weight says how much a step is worth telling: the points that it moved, then whom it harmed.
func (s step) weight() (weight int) {
	if s.verb().Harms {
		weight++
	}
	for _, gain := range s.gains {
		weight += 2 * max(gain, -gain)
	}
	return weight
}

// told returns the line of a run: its parts, how the points changed, and who lost most. Beyond
// limit it leaves out the least parts, with "…" if the others do not explain the points.
func (r *run) told(w *text.Words, limit int) string {
	last := r.steps[len(r.steps)-1]
	changes := r.changes(w, limit < maxTold)
	name := Name(w, marked(last.before, last.Entry).Player(r.seat))
	parts := partsOf(w, r.steps)
	more := ""
	for {
		said := sayParts(w, parts, changes)
		if len(said) == 0 {
			return strings.TrimSuffix(EntryLine(w, last.before, last.Entry), ".") + changes
		}
		line := w.Pair(name, strings.Join(said, ", ")+more) + changes
		if len(said) == 1 || len([]rune(line)) <= limit {
			if last.Choice != 0 && r.ended {
				line = w.Say("bot.plan.line", "Line", line)
			}
			return line
		}
		least := slices.MinFunc(parts, func(a, b *part) int { return cmp.Compare(a.weight, b.weight) })
		parts = slices.DeleteFunc(parts, func(p *part) bool { return p == least })
		if least.weight > 0 {
			more = ", …"
		}
	}
}

// changes returns "⭐ 27 → 35 · Bo −7", in brief "⭐ +8 · Bo −7": own points, another's worst loss.
func (r *run) changes(w *text.Words, brief bool) string {
	last := r.steps[len(r.steps)-1].after
	own := ""
	other, worst := "", 0
	for i, score := range last.State.Scores() {
		seat := engine.Seat(i + 1)
		change := 0
		for _, s := range r.steps {
			change += s.gains[i]
		}
		switch {
		case seat == r.seat && change > 0 && brief:
			own = " ⭐ +" + Points(change)
		case seat == r.seat && change != 0:
			own = " ⭐ " + Points(score.Total()-change) + " → " + Points(score.Total())
		case change < worst:
			other, worst = " · "+Name(w, last.Player(seat))+" "+Points(change), change
		}
	}
	return own + other
}

// part is what the steps of a turn with one text have in common. args are the placeholders.
type part struct {
	key    string
	args   map[string]any
	count  int
	weight int
}

// partsOf returns the parts of a turn. The text of a verb is under "told" in the game's part of the
// catalogs; what has none goes untold. Steps with one text are told together, unless they differ in
// a placeholder. One with a prefix makes no difference: only_x is what x is in all of them, or else
// "", new_x is the same but "" if the part before had it too, first_x and last_x are x in the first
// and the last, and most_x and sum_x merge numbers. Count is the number of steps, Alone says that
// else nothing would be told, and Scored that the line ends with points.
func partsOf(w *text.Words, steps []step) (parts []*part) {
	for _, s := range steps {
		key := s.before.Game.Info().ID + ".told." + s.verb().Name
		if !w.Has(key) {
			continue
		}
		args := MoveArgs(w, s.before, s.Move, s.before.State.Describe(s.Move))
		i := slices.IndexFunc(parts, func(p *part) bool { return p.key == key && p.like(args) })
		if i < 0 {
			i = len(parts)
			parts = append(parts, &part{key: key, args: maps.Clone(args)})
		}
		parts[i].add(args)
		parts[i].weight += s.weight()
	}
	return parts
}

func sayParts(w *text.Words, parts []*part, changes string) (said []string) {
	for alone := 0; alone < 2 && len(said) == 0; alone++ {
		told := map[string]any{}
		for _, p := range parts {
			said = append(said, p.say(w, told, alone == 1, changes != ""))
		}
		said = slices.DeleteFunc(said, func(words string) bool { return words == "" })
	}
	return said
}

// merges are by prefixes of placeholders that may differ. merged is nil for the first step.
var merges = map[string]func(merged, value any) any{
	"only":  only,
	"new":   only,
	"first": func(merged, value any) any { return cmp.Or(merged, value) },
	"last":  func(_, value any) any { return value },
	"most":  func(merged, value any) any { return max(number(merged), number(value)) },
	"sum":   func(merged, value any) any { return number(merged) + number(value) },
}

func only(merged, value any) any {
	if merged == nil || merged == value {
		return value
	}
	return ""
}

// number returns the number in a value such as "L2", 0 for none.
func number(value any) int {
	n, _ := strconv.Atoi(strings.TrimLeftFunc(fmt.Sprint(value), unicode.IsLetter))
	return n
}

func (p *part) like(args map[string]any) bool {
	for _, name := range text.Placeholders(p.key) {
		prefix, _, _ := strings.Cut(name, "_")
		if merges[prefix] == nil && args[name] != p.args[name] {
			return false
		}
	}
	return true
}

// add merges the placeholders of another step.
func (p *part) add(args map[string]any) {
	p.count++
	for _, name := range text.Placeholders(p.key) {
		prefix, of, _ := strings.Cut(name, "_")
		if merge := merges[prefix]; merge != nil {
			p.args[name] = merge(p.args[name], args[of])
		}
	}
}

// say returns the words of a part, "" for none. told is what the parts before had for new_x.
func (p *part) say(w *text.Words, told map[string]any, alone, scored bool) string {
	args := maps.Clone(p.args)
	args["Count"], args["Alone"], args["Scored"] = p.count, engine.YesFact(alone), engine.YesFact(scored)
	for name, value := range p.args {
		if of, is := strings.CutPrefix(name, "new_"); is {
			if value == told[of] {
				args[name] = ""
			}
			told[of] = value
		}
	}
	return w.T(p.key, args)
}
