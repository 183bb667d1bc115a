package hints

import (
	"slices"
	"strconv"
	"strings"

	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Differences between turns, in hundredths of a point of what the game's Worth says.
const (
	point = 100
	// aboutEqual is the most by which two turns differ that count as equal.
	aboutEqual = point / 2
	// farBetter is more than points alone can explain: a round or the game is won by it.
	farBetter = 25 * point
)

// reasons says in sentences why a player should play a turn: what it scores, and how it compares to
// the best turn that starts differently.
type reasons struct {
	w     *text.Words
	table *table.Table
	seat  engine.Seat
}

// forTurn returns why the turn of an answer is good.
func (rs reasons) forTurn(a *answer, best future) string {
	said := rs.gains(best)
	other := rs.comparison(a, best)
	return strings.Join(slices.DeleteFunc([]string{said, other}, func(s string) bool { return s == "" }), " ")
}

// gains returns what a turn scores.
func (rs reasons) gains(f future) string {
	if rs.wins(f) {
		return rs.w.T("bot.advice.wins", nil)
	}
	total, parts := rs.gainOf(f)
	switch {
	case total != 0 || len(parts) > 0:
	case rs.table.Game.Info().VerbInfo(f.steps[0].move.Verb).Ends:
		return ""
	default:
		return rs.w.T("bot.advice.nothing", nil)
	}
	said := rs.w.Say("bot.advice.gain", "Points", total, "Parts", strings.Join(rs.say(parts), ", "))
	if key, ok := f.key(); ok {
		said += " " + rs.w.Say("bot.advice.key", "Move", rs.spelled(key.move), "Points", key.points)
	}
	return said
}

// gainOf returns the points that a turn brings its seat, and the parts of all scores that it
// changes.
func (rs reasons) gainOf(f future) (total int, parts []part) {
	now, then := scores(rs.table.State.Scores()), scores(f.after.State.Scores())
	if !now.counts() {
		return f.points(), now.changes(then, rs.seat)
	}
	return then[rs.seat-1].Total() - now[rs.seat-1].Total(), now.changes(then, rs.seat)
}

// wins reports whether the seat has won the game after a turn.
func (rs reasons) wins(f future) bool {
	result, over := f.after.State.Result()
	return over && slices.Contains(result.Winners, rs.seat)
}

// comparison compares the turn of an answer to the best one that starts differently. It returns ""
// if there is none to compare to.
func (rs reasons) comparison(a *answer, best future) string {
	if len(a.other.Moves) == 0 {
		if len(rs.table.State.Legal(rs.seat, nil)) == 1 {
			return rs.w.T("bot.advice.only", nil)
		}
		return ""
	}
	other := foresee(rs.table, a.other.Moves, a.seed())
	if len(other.steps) == 0 {
		return ""
	}
	start := rs.spelled(a.other.Moves[0])
	lead := int(a.best.Lead - a.other.Lead)
	points := rs.ahead(best) - rs.ahead(other)
	switch {
	case best.after.State.Equal(other.after.State):
		return rs.w.Say("bot.advice.order", "Move", start)
	case lead < aboutEqual:
		return rs.w.Say("bot.advice.equal", "Move", start)
	case lead > farBetter:
		return rs.w.Say("bot.advice.far", "Move", start)
	case points > 0:
		return rs.w.Say("bot.advice.better", "Move", start, "Count", points)
	case points < 0:
		return rs.w.Say("bot.advice.patient", "Move", start, "More", -points, "Count", rounded(lead))
	}
	return rs.w.Say("bot.advice.later", "Move", start, "Count", rounded(lead))
}

// ahead returns by how many points the seat leads after a turn. Where scores do not show that
// before the end of a round, it returns the points that the steps score.
func (rs reasons) ahead(f future) int {
	then := scores(f.after.State.Scores())
	if !then.counts() {
		return f.points()
	}
	return then.margin(rs.seat)
}

// rounded returns hundredths of a point in points, at least 1.
func rounded(n int) int { return max((n+point/2)/point, 1) }

// say returns the text of each part: "Fountains +6", "Bo −3".
func (rs reasons) say(parts []part) []string {
	said := make([]string, len(parts))
	for i, p := range parts {
		said[i] = rs.w.Say("bot.advice.part", "What", rs.name(p), "Points", p.points)
	}
	return said
}

// name returns what a part is called: an item of the score pad, a place in it, or another player.
func (rs reasons) name(p part) string {
	id := rs.table.Game.Info().ID
	if p.seat != rs.seat {
		return telling.Name(rs.w, rs.table.Player(p.seat))
	}
	if p.item == "" {
		return rs.w.T("bot.advice.points", nil)
	}
	for _, key := range []string{p.item + "." + strconv.Itoa(p.at), p.item} {
		if key = id + ".gain." + key; p.at > 0 && rs.w.Has(key) {
			return rs.w.Say(key, "At", p.at)
		}
	}
	return rs.w.T(id+".score."+p.item, nil)
}

// spelled returns a move as its player would type it.
func (rs reasons) spelled(m engine.Move) string {
	return telling.Spelled(rs.w, rs.table.Game.Info(), m)
}

// againstBest returns what a turn gains and gives up compared to the best one.
func (rs reasons) againstBest(mine, best *answer, m, b future) string {
	start := rs.spelled(best.best.Moves[0])
	lead := int(best.best.Lead - mine.best.Lead)
	var lines []string
	switch {
	case lead < aboutEqual:
		lines = append(lines, rs.w.Say("bot.why.equal", "Move", start))
	case lead > farBetter:
		lines = append(lines, rs.w.Say("bot.why.far", "Move", start))
	default:
		lines = append(lines, rs.w.Say("bot.why.worse", "Move", start, "Count", rounded(lead)))
	}
	gained, lost := rs.split(m, b)
	if len(gained) > 0 {
		lines = append(lines, rs.w.Say("bot.why.gains", "Parts", strings.Join(rs.say(gained), ", ")))
	}
	if len(lost) > 0 {
		lines = append(lines, rs.w.Say("bot.why.gives_up", "Parts", strings.Join(rs.say(lost), ", ")))
	}
	if len(gained)+len(lost) == 0 && lead >= aboutEqual {
		lines = append(lines, rs.w.T("bot.why.position", nil))
	}
	return strings.Join(lines, "\n")
}

// split returns the parts in which a turn ends better for the seat than another, and those in which
// it ends worse.
func (rs reasons) split(mine, best future) (gained, lost []part) {
	from, to := scores(best.after.State.Scores()), scores(mine.after.State.Scores())
	parts := from.changes(to, rs.seat)
	if points := mine.points() - best.points(); !from.counts() && points != 0 {
		parts = append(parts, part{seat: rs.seat, points: points})
	}
	for _, p := range parts {
		if (p.points > 0) == (p.seat == rs.seat) {
			gained = append(gained, p)
		} else {
			lost = append(lost, p)
		}
	}
	return gained, lost
}
