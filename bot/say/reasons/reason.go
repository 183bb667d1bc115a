package reasons

import (
	"slices"
	"strconv"
	"strings"

	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

// Differences between turns, in hundredths of a point of what the game's Worth says.
const (
	point = 100
	// aboutEqual is the largest difference between turns that count as equal.
	aboutEqual = point / 2
	// farBetter is more than points can explain: it wins a round or the game.
	farBetter = 25 * point
)

// Reasons says why a player should play a turn.
type Reasons struct {
	Words *text.Words
	// Table is the table before the turn, and Seat plays it.
	Table *table.Table
	Seat  engine.Seat
}

// Gains says what the point of a turn is: victory, its points, others' points, or what it prepares.
// It is "" for nothing in particular.
func (rs Reasons) Gains(f Future) string {
	if rs.wins(f) {
		return rs.Words.T("bot.advice.wins", nil)
	}
	total, parts := rs.gainOf(f)
	own, said := rs.split(parts)
	switch {
	case total != 0 || len(own) > 0:
		gain := rs.Words.Say("bot.advice.gain", "Points", total, "Parts", strings.Join(rs.say(own), ", "))
		said = append([]string{gain}, said...)
	case len(said) == 0 && !rs.Table.Game.Info().VerbInfo(f.Steps[0].Move.Verb).Ends:
		return rs.prepares(f)
	}
	if key, ok := f.key(); ok {
		said = append(said, rs.Words.Say("bot.advice.key", "Move", rs.spelled(key.Move)))
	}
	return strings.Join(said, " ")
}

// split returns the parts of the seat's own score, and a sentence for each of the others.
func (rs Reasons) split(parts []part) (own []part, others []string) {
	for _, p := range parts {
		if p.seat == rs.Seat {
			own = append(own, p)
			continue
		}
		others = append(others, rs.Words.Say("bot.advice.rival",
			"Name", sentences.Name(rs.Words, rs.Table.Player(p.seat)), "Points", p.points, "Lost", p.points < 0))
	}
	return own, others
}

// gainOf returns the points that a turn brings its seat, and the changed parts of all scores.
func (rs Reasons) gainOf(f Future) (total int, parts []part) {
	now, then := scores(rs.Table.State.Scores()), scores(f.After.State.Scores())
	if !now.counts() {
		return f.ahead(), now.changes(then, rs.Seat)
	}
	return then[rs.Seat-1].Total() - now[rs.Seat-1].Total(), now.changes(then, rs.Seat)
}

func (rs Reasons) wins(f Future) bool {
	result, over := f.After.State.Result()
	return over && slices.Contains(result.Winners, rs.Seat)
}

// won reports whether a search takes the game for won by a turn.
func won(p ai.Plan) bool { return p.Lead > engine.WinWorth/2 }

// Comparison compares the best turn to the best that starts differently, "" without a legal one.
func (rs Reasons) Comparison(best, second ai.Plan, seed uint64, f Future) string {
	if len(second.Moves) == 0 {
		if len(rs.Table.State.Legal(rs.Seat, nil)) == 1 {
			return rs.Words.T("bot.advice.only", nil)
		}
		return ""
	}
	other := Foresee(rs.Table, second.Moves, seed)
	if len(other.Steps) == 0 {
		return ""
	}
	start := rs.spelled(second.Moves[0])
	lead := int(best.Lead - second.Lead)
	switch {
	case won(best) && won(second):
		return rs.Words.Say("bot.advice.wins_too", "Move", start)
	case f.After.State.Equal(other.After.State) || rs.mayBegin(f, second.Moves[0]):
		return rs.Words.Say("bot.advice.order", "Move", start)
	case lead > farBetter:
		return rs.Words.Say("bot.advice.far", "Move", start, "Round", rs.Table.State.Pace().Live && !won(best))
	}
	more := other.ahead() - f.ahead()
	said := rs.Words.Say("bot.advice.second",
		"Move", start, "Equal", lead < aboutEqual, "Open", f.Open || other.Open,
		"More", more, "Less", more < 0, "None", other.ahead() == 0)
	return strings.TrimSpace(said + " " + rs.offers(f, other, lead))
}

// mayBegin reports whether a turn brings as much if it begins with one of its later steps.
func (rs Reasons) mayBegin(f Future, step engine.Move) bool {
	moves := []engine.Move{step}
	for _, s := range f.Steps {
		if s.Move != step {
			moves = append(moves, s.Move)
		}
	}
	if len(moves) > len(f.Steps) || rs.Table.State.Pace().Live {
		return false
	}
	other := Foresee(rs.Table, moves, 1)
	return len(other.Steps) == len(f.Steps) && other.ahead() == f.ahead()
}

// say returns the parts as texts: "Fountains +6".
func (rs Reasons) say(parts []part) []string {
	said := make([]string, len(parts))
	for i, p := range parts {
		said[i] = rs.Words.Say("bot.advice.part", "What", rs.name(p), "Points", p.points)
	}
	return said
}

func (rs Reasons) name(p part) string {
	id := rs.Table.Game.Info().ID
	if p.item == "" {
		return rs.Words.T("bot.advice.points", nil)
	}
	for _, key := range []string{p.item + "." + strconv.Itoa(p.at), p.item} {
		if key = id + ".gain." + key; rs.Words.Has(key) {
			return rs.Words.Say(key, "At", p.at)
		}
	}
	return rs.Words.T(id+".score."+p.item, nil)
}

func (rs Reasons) spelled(m engine.Move) string { return sentences.Spelled(rs.Words, rs.Table, m) }

// AgainstBest returns what a turn gains and gives up compared to the best one.
func (rs Reasons) AgainstBest(mine, best ai.Plan, m, b Future) string {
	start := rs.spelled(best.Moves[0])
	lead := int(best.Lead - mine.Lead)
	var lines []string
	switch {
	case won(mine) && won(best):
		return rs.Words.Say("bot.advice.wins_too", "Move", start)
	case rs.mayBegin(b, mine.Moves[0]):
		return rs.Words.Say("bot.advice.order", "Move", start)
	case lead < aboutEqual:
		lines = append(lines, rs.Words.Say("bot.why.equal", "Move", start))
	case lead > farBetter:
		lines = append(lines, rs.Words.Say("bot.why.far", "Move", start))
	default:
		lines = append(lines, rs.Words.Say("bot.why.worse", "Move", start))
	}
	if lines = append(lines, rs.Differences(m, b)...); len(lines) == 1 && !m.Open && !b.Open {
		lines = append(lines, rs.Words.T("bot.why.level", nil))
	}
	return text.Lines(append(lines, rs.offers(b, m, lead))...)
}

// Differences returns what a turn gains, gives up, and changes for others compared to the best.
func (rs Reasons) Differences(mine, best Future) []string {
	var lines []string
	own, others := rs.split(rs.changes(mine, best))
	var gained, lost []part
	for _, p := range own {
		if p.points > 0 {
			gained = append(gained, p)
		} else {
			lost = append(lost, p)
		}
	}
	if len(gained) > 0 {
		lines = append(lines, rs.Words.Say("bot.why.gains", "Parts", strings.Join(rs.say(gained), ", ")))
	}
	if len(lost) > 0 {
		lines = append(lines, rs.Words.Say("bot.why.gives_up", "Parts", strings.Join(rs.say(lost), ", ")))
	}
	if len(others) > 0 {
		lines = append(lines, strings.Join(others, " "))
	}
	return lines
}

// changes returns the parts in which a turn ends differently from another.
func (rs Reasons) changes(mine, best Future) []part {
	from, to := scores(best.After.State.Scores()), scores(mine.After.State.Scores())
	parts := from.changes(to, rs.Seat)
	if points := mine.ahead() - best.ahead(); !from.counts() && points != 0 {
		parts = append(parts, part{seat: rs.Seat, points: points})
	}
	return parts
}
