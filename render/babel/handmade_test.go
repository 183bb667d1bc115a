package babel

import (
	"amytis/engine"
	game "amytis/engine/babel"
)

// handmade returns a fixed position for the golden files, so that they change only if the pictures
// do. It has the final phase, scaffolding, a temple of each height, trios at both ends and across
// the two stacks of a column, owed cards, and a migration that is done.
func handmade() *game.View {
	v := &game.View{Seat: 1, Demolished: "lowest", Stage: game.Acting, Turn: engine.Seats(1, 2), Active: 1, Hand: cards("AAHMMMPS"),
		People: 12, Quarry: 7, Discards: [game.NumPeoples]int{3, 0, 1, 10, 2}, Migrated: true, Final: true}
	v.Players[0] = game.PlayerView{Seat: 1, Pawn: game.Medes, Hand: 8, Yard: steps("265341123645"), Total: 17,
		Sites: [game.NumPeoples]game.SiteView{
			site("SSSSAPP", "16"), site("PP", ""), site("HHAAAMSPHHMMMMSAPAH", "1246"), site("M", "1"),
			site("PPSAAA", "1234"),
		}}
	v.Players[1] = game.PlayerView{Seat: 2, Pawn: game.Medes, Hand: 3, Owed: 4, Total: 14,
		Sites: [game.NumPeoples]game.SiteView{
			site("PSAAM", "12345"),
			site("AHHHM", "12"),
			site("HSSASPHMMMAHHPSS", "3"),
			site("", ""),
			site("HHH", "1234"),
		}}
	return v
}

// beforeHandmade returns a position before handmade. Seat 1 has travelled, settled, migrated and
// used powers since; one of them demolished a temple of seat 2. It has drawn cards and added to its
// yard.
func beforeHandmade() *game.View {
	v := handmade()
	v.Hand = cards("AAAHMP")
	me, opponent := &v.Players[0], &v.Players[1]
	me.Pawn, me.Yard, me.Total = game.Persians, me.Yard[:len(me.Yard)-2], 15
	me.Sites[game.Assyrians-1] = site("SSSSAPPHMM", "16")
	me.Sites[game.Persians-1] = site("", "")
	me.Sites[game.Sumerians-1] = site("PPS", "123")
	opponent.Sites[game.Persians-1] = site("AAS", "123")
	opponent.Sites[game.Hittites-1] = site("AHHHMAAAAAAAAAA", "12")
	opponent.Total = 17
	return v
}

// opening returns the first position as a spectator sees it.
func opening() *game.View {
	v := &game.View{Stage: game.Drawing, Turn: engine.Seats(1), Active: 1, People: 50, Quarry: 43}
	for i := range v.Players {
		v.Players[i] = game.PlayerView{Seat: engine.Seat(i + 1), Hand: 5, Yard: steps("1"), StartUnbuilt: true}
	}
	return v
}

func cards(letters string) []game.People {
	var row []game.People
	for _, letter := range letters {
		for p := game.Assyrians; p <= game.Sumerians; p++ {
			if p.String() == string(letter) {
				row = append(row, p)
			}
		}
	}
	return row
}

func steps(digits string) []game.Step {
	var pile []game.Step
	for _, d := range digits {
		pile = append(pile, game.Step(d-'0'))
	}
	return pile
}

func site(column, temple string) game.SiteView {
	s := game.SiteView{Column: cards(column), Temple: steps(temple)}
	for from := 0; from < len(s.Column); {
		to := from + 1
		for to < len(s.Column) && s.Column[to] == s.Column[from] {
			to++
		}
		if to-from >= 3 {
			s.Trios = append(s.Trios, game.Run{People: s.Column[from], From: from, To: to})
		}
		from = to
	}
	return s
}
