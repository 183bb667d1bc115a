package reasons

import (
	"math/rand/v2"
	"slices"

	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/ai"
)

// noteworthy is the least difference of a term that is worth telling, in hundredths of a point.
const noteworthy = point / 10

// offers says what the best turn has, or the other one, where the lead of the best is not about
// the points by which it is ahead. It is "" for nothing in particular.
func (rs Reasons) offers(best, other Future, lead int) string {
	rest := lead - point*(best.ahead()-other.ahead())
	swapped := rest < 0
	if swapped {
		best, other, rest = other, best, -rest
	}
	if rest < aboutEqual || lead > farBetter {
		return ""
	}
	if best.Open && other.Open {
		best, other = rs.finished(best), rs.finished(other)
	}
	why, most := rs.edge(best, other)
	if look := rs.Table.Game.Tuning().Ahead; 3*most < rest && look != engine.AtNothing {
		why = rs.Words.Say("bot.advice.ahead", "Answers", look == engine.AtAnswers)
	}
	if why == "" {
		return ""
	}
	return rs.Words.Say("bot.advice.offers", "Other", swapped, "Why", why)
}

// edge names the term in which a turn is most ahead of another, and by how much; "" for none.
func (rs Reasons) edge(of, than Future) (named string, most int) {
	if of.Open != than.Open || of.worlds[0].Turn() == 0 || than.worlds[0].Turn() == 0 {
		return "", 0
	}
	most = noteworthy
	for i := range rs.Table.State.Scores() {
		seat := engine.Seat(i + 1)
		rival, sign := "", 1
		if seat != rs.Seat {
			rival, sign = sentences.Name(rs.Words, rs.Table.Player(seat)), -1
		}
		sums := make([]int, len(of.worlds[0].Terms(seat)))
		for w := range of.worlds {
			less := than.worlds[w].Terms(seat)
			for n, term := range of.worlds[w].Terms(seat) {
				sums[n] += sign * (term.Value.(int) - less[n].Value.(int))
			}
		}
		for n, term := range of.worlds[0].Terms(seat) {
			if mean := sums[n] / len(of.worlds); mean > most {
				most = mean
				named = rs.Words.Say(rs.Table.Game.Info().ID+".term."+term.Name, "Name", rival)
			}
		}
	}
	return named, most
}

// prepares says what a turn without foreseen points is for, "" for nothing. What the player can do
// after its steps, or after the first one, may depend on what they reveal.
func (rs Reasons) prepares(f Future) string {
	from := f
	if !f.Open {
		from = Foresee(rs.Table, []engine.Move{f.Steps[0].Move}, 1)
	}
	legal := from.worlds[0].Legal(rs.Seat, nil)
	if slices.ContainsFunc(from.worlds, func(s engine.State) bool { return !slices.Equal(legal, s.Legal(rs.Seat, nil)) }) {
		return rs.Words.Say("bot.advice.nothing", "Open", true, "Why", rs.likely(from))
	}
	now := Future{Open: f.Open, worlds: slices.Repeat([]engine.State{rs.Table.State}, worlds)}
	if why, _ := rs.edge(f, now); why != "" {
		return rs.Words.Say("bot.advice.nothing", "Open", false, "Why", why)
	}
	return ""
}

// tries is the number of turns that are tried to see how a turn may go on in a world.
const tries = 60

// likely names what a turn that goes on will most likely bring: a part of the score that grows in
// at least half of what its player imagines, else the term that grows most, "" for neither.
func (rs Reasons) likely(from Future) string {
	ends := rs.finished(from)
	now := scores(rs.Table.State.Scores())
	counts := map[part]int{}
	best := part{}
	for _, s := range ends.worlds {
		for _, grown := range now.changes(s.Scores(), rs.Seat) {
			if counts[grown]++; counts[grown] > counts[best] {
				best = grown
			}
		}
	}
	if counts[best] >= worlds/2 && best.seat == rs.Seat {
		return rs.say([]part{best})[0]
	}
	why, _ := rs.edge(ends, from)
	return why
}

// finished returns a turn that goes on, as it may end in each of its worlds.
func (rs Reasons) finished(f Future) Future {
	p := ai.NewPlayer(rs.Table.Game)
	ends := Future{Open: f.Open, worlds: slices.Clone(f.worlds)}
	for i, s := range f.worlds {
		for _, m := range p.Think(s, rs.Seat, ai.Budget{Turns: tries}, 1).Best.Moves {
			playAlike(ends.worlds[i:i+1], m, rand.New(rand.NewPCG(1, worlds)), true)
		}
	}
	return ends
}
