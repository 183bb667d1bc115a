package reader_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
	game "amytis/engine/towers"
)

// towersReader reads the text board of Tower Builders.
type towersReader struct {
	*grammar
	view   *game.View
	nobles map[game.Cell][]game.NobleView
}

// readTowers returns the View that a text board tells, for a viewer's seat.
func readTowers(g *grammar, said string, seat engine.Seat) (*game.View, error) {
	v := &game.View{Seat: seat, Stage: game.Placing, Players: make([]game.PlayerView, len(g.names))}
	r := towersReader{grammar: g, view: v, nobles: map[game.Cell][]game.NobleView{}}
	for line := range strings.SplitSeq(said, "\n") {
		if line != "" && !r.common(line) && !r.past(line) && !r.player(line) && !r.building(line) {
			return nil, fmt.Errorf("not understood: %s", line)
		}
	}
	for i := range v.Zones {
		for j := range v.Zones[i].Towers {
			tower := &v.Zones[i].Towers[j]
			tower.Nobles = r.nobles[tower.At]
		}
	}
	return orderedTowers(v), nil
}

// common reads a line about the turn, the round and the options.
func (r *towersReader) common(line string) bool {
	v := r.view
	if m, is := r.match(line, "over", "Names"); is {
		v.Stage, v.Winners = game.Over, r.seats(m["Names"])
		return true
	}
	if m, is := r.match(line, "round", "#Round"); is {
		v.Round = m.number("Round")
		return true
	}
	if m, is := r.match(line, "turn", "Name", "#Count"); is {
		v.Active, v.Placed = r.seat(m["Name"]), m.number("Count")
		return true
	}
	if m, is := r.match(line, "board.to_play", "Names"); is {
		v.Turn = engine.Seats(r.seats(m["Names"])...)
		return true
	}
	if m, is := r.match(line, "board.options", "Things"); is {
		v.Quick = r.option(m["Things"], "mode", "tactical", "quick") == "quick"
		v.Expert = r.option(m["Things"], "expert", "false", "true") == "true"
		clock, _ := r.find(m["Things"], "board.clock", "#Seconds")
		v.Clock = clock.number("Seconds")
		return true
	}
	for key, set := range map[string]func(){
		"first_round": func() { v.FirstRound = true }, "swapped": func() { v.Stage = game.Swapped },
		"turned": func() { v.Stage = game.Turned }, "apart": func() {}, "may_end": func() { v.MayEnd = true },
		"board.connected": func() { v.Connected = true }, "board.grown": func() { v.Grown = true },
		"board.barred": func() { v.Barred = true },
	} {
		if r.is(line, key) {
			set()
			return true
		}
	}
	return false
}

// past reads a line about a finished round. The last round is told first.
func (r *towersReader) past(line string) bool {
	v := r.view
	m, timeUp := r.match(line, "past_round_time", "#Round", "Names", "Things")
	won := timeUp
	if !timeUp {
		m, won = r.match(line, "past_round", "#Round", "Names", "Things")
	}
	if won && r.seat(strings.Split(m["Names"], ", ")[0]) != 0 {
		for len(v.Rounds) < m.number("Round") {
			v.Rounds = append(v.Rounds, game.RoundView{})
		}
		round := &v.Rounds[m.number("Round")-1]
		round.Winners, round.TimeUp = r.seats(m["Names"]), timeUp
		for _, score := range commas(m["Things"]) {
			at := strings.LastIndex(score, " ")
			round.Score[r.seat(score[:at])-1] = numbers(score[at:])[0]
		}
		return true
	}
	m, is := r.match(line, "board.past_player", "#Round", "Name", "Things", "#Left")
	if !is || r.seat(m["Name"]) == 0 {
		return false
	}
	round, seat := &v.Rounds[m.number("Round")-1], r.seat(m["Name"])
	round.Left[seat-1] = m.number("Left")
	for i, zone := range commas(m["Things"]) {
		z, _ := r.match(zone, "board.zone_points", "#Zone", "#Points")
		round.Zones[seat-1][i], round.Points[seat-1][i] = z.number("Zone"), z.number("Points")
	}
	return true
}

// player reads a line about a player's pieces and points.
func (r *towersReader) player(line string) bool {
	v := r.view
	if _, is := r.match(line, "leads", "Things"); is {
		return true // it follows from the points by level
	}
	if m, is := r.match(line, "board.points", "Name", "Things"); is && r.seat(m["Name"]) != 0 {
		p := &v.Players[r.seat(m["Name"])-1]
		for _, thing := range commas(m["Things"]) {
			if level, is := r.match(thing, "board.level_points", "#Level", "#Points"); is {
				p.Levels = append(p.Levels, level.number("Points"))
			} else {
				penalty, _ := r.match(thing, "board.penalty", "#Points")
				p.Penalty = penalty.number("Points")
			}
		}
		return true
	}
	if m, is := r.match(line, "board.quick_player", "Name", "#Left", "#Aside"); is && r.seat(m["Name"]) != 0 {
		p := &v.Players[r.seat(m["Name"])-1]
		p.Left, p.SetAside = m.number("Left"), m.number("Aside")
		return true
	}
	if m, is := r.match(line, "board.stopped", "Name"); is && r.seat(m["Name"]) != 0 {
		v.Players[r.seat(m["Name"])-1].Stuck = true
		return true
	}
	m, is := r.match(line, "player_is", "Name", "Colour", "Things")
	if !is || r.seat(m["Name"]) == 0 {
		return false
	}
	p := &v.Players[r.seat(m["Name"])-1]
	p.Seat, p.Colour = r.seat(m["Name"]), r.colour(m["Colour"])
	p.Resigned = strings.HasPrefix(m["Things"], r.say("resigned")+", ")
	points, _ := r.find(m["Things"], "points", "#Points")
	won, _ := r.find(m["Things"], "won", "#Count")
	if p.Won = won.number("Count"); v.Quick {
		p.Score = points.number("Points")
	} else {
		p.Total = points.number("Points")
	}
	p.Stuck = p.Stuck || slices.Contains(commas(m["Things"]), r.say("stuck"))
	left, _ := r.find(m["Things"], "left", "Things")
	at := strings.Index(m["Things"], r.say("left", "Things", left["Things"]))
	if at < 0 || left == nil {
		return true
	}
	for _, thing := range commas(m["Things"][at:]) {
		for key, n := range map[string]*int{
			"towers": &p.Towers, "bridges": &p.Bridges, "large": &p.Large, "small": &p.Small,
		} {
			counted, is := r.find(thing, key, "#Count")
			what := strings.TrimSpace(digits.ReplaceAllString(r.say(key, "Count", counted.number("Count")), ""))
			if is && strings.HasSuffix(thing, what) {
				*n = counted.number("Count")
			}
		}
	}
	return true
}

func (r *towersReader) colour(word string) game.Colour {
	return one(word, []game.Colour{game.Blue, game.Yellow, game.Green, game.Red, game.White},
		func(c game.Colour) string { return r.say("colour." + c.String()) })
}

// building reads a line about a zone.
func (r *towersReader) building(line string) bool {
	v := r.view
	if m, is := r.match(line, "board.zone_level", "#Zone", "#Level", "Things"); is {
		return r.pieces(m.number("Zone"), m.number("Level"), m["Things"])
	}
	if m, is := r.match(line, "zone", "#Zone", "Things"); is {
		z := game.ZoneView{Number: m.number("Zone")}
		for _, thing := range commas(m["Things"]) {
			at := strings.LastIndex(thing, " ")
			seat := r.seat(thing[:at])
			p := &v.Players[seat-1]
			n := slices.Index(z.Seats[:], 0)
			if n < 0 {
				return false
			}
			z.Seats[n] = seat
			points := numbers(thing[at:])[0]
			r.points(p, z.Number, points)
		}
		v.Zones = append(v.Zones, z)
		return true
	}
	if _, is := r.match(line, "empty", "#Zone"); is {
		r.zoneOf(0)
		return true
	}
	if m, is := r.match(line, "level", "#Level", "Things"); is {
		return r.pieces(0, m.number("Level"), m["Things"])
	}
	return false
}

// points notes a player's points in a zone. The zones of a player are in ascending order.
func (r *towersReader) points(p *game.PlayerView, zone, points int) {
	if p.Zones[0] == 0 {
		p.Zones[0], p.Points[0] = zone, points
		return
	}
	p.Zones[1], p.Points[1] = zone, points
	if p.Zones[0] > p.Zones[1] {
		p.Zones[0], p.Zones[1], p.Points[0], p.Points[1] = p.Zones[1], p.Zones[0], p.Points[1], p.Points[0]
	}
}

// zoneOf returns a zone by its number. Tactical has one, without a line about it.
func (r *towersReader) zoneOf(number int) *game.ZoneView {
	for i := range r.view.Zones {
		if r.view.Zones[i].Number == number {
			return &r.view.Zones[i]
		}
	}
	if number == 0 && !r.view.Quick {
		r.view.Zones = append(r.view.Zones, game.ZoneView{})
		return &r.view.Zones[0]
	}
	return nil
}

// cellNamed returns the cell of a name such as "k7" in a zone and on a level.
func cellNamed(name string, zone, level int) (game.Cell, bool) {
	row, err := strconv.Atoi(name[1:])
	return game.Cell{Zone: uint8(zone), Col: name[0] - 'a', Row: uint8(row - 1), Level: uint8(level)}, err == nil
}

// pieces reads the towers, the bridges or the nobles of a level.
func (r *towersReader) pieces(zone, level int, said string) bool {
	z := r.zoneOf(zone)
	if z == nil {
		return false
	}
	if m, is := r.match(said, "board.nobles", "Things"); is {
		for _, noble := range commas(m["Things"]) {
			size := game.Large
			n, large := r.match(noble, "board.large", "At", "Colour")
			if !large {
				n, _ = r.match(noble, "board.small", "At", "Colour")
				size = game.Small
			}
			at, ok := cellNamed(n["At"], zone, level)
			if !ok {
				return false
			}
			r.nobles[at] = append(r.nobles[at], game.NobleView{Colour: r.colour(n["Colour"]), Size: size})
		}
		return true
	}
	if m, is := r.places(said, "towers_at"); is {
		for _, place := range commas(m) {
			t := game.TowerView{}
			if n, is := r.match(place, "new", "Thing"); is {
				t.New, place = true, n["Thing"]
			}
			for _, f := range []game.Facing{game.North, game.East, game.South, game.West} {
				if n, is := r.match(place, "facing."+f.String(), "At"); is && r.view.Expert {
					t.Facing, place = f, n["At"]
					break
				}
			}
			at, ok := cellNamed(place, zone, level)
			if !ok {
				return false
			}
			t.At = at
			z.Towers = append(z.Towers, t)
		}
		return true
	}
	m, is := r.places(said, "bridges_at")
	for _, place := range commas(m) {
		b := game.BridgeView{}
		if n, is := r.match(place, "new", "Thing"); is {
			b.New, place = true, n["Thing"]
		}
		from, to, _ := strings.Cut(place, "–")
		start, ok := cellNamed(from, zone, level)
		end, okEnd := cellNamed(to, zone, level)
		if !ok || !okEnd {
			return false
		}
		b.Bridge = game.Bridge{From: start, North: start.Col == end.Col}
		z.Bridges = append(z.Bridges, b)
	}
	return is
}

// places returns the list of a text such as "towers at k7, m9".
func (r *towersReader) places(said, key string) (string, bool) {
	for _, n := range []int{1, 2} {
		if places, is := strings.CutPrefix(said, r.say(key, "Count", n, "At", "")); is {
			return places, true
		}
	}
	return "", false
}

// orderedTowers returns a View in the form of readTowers: with its lists in order, and without
// empty ones. Without expert rules nobody is told how a tower stands.
func orderedTowers(v *game.View) *game.View {
	if len(v.Winners) == 0 {
		v.Winners = nil
	}
	slices.SortFunc(v.Zones, func(a, b game.ZoneView) int { return a.Number - b.Number })
	byCell := func(a, b game.Cell) int {
		return cmp.Or(int(a.Level)-int(b.Level), int(a.Col)-int(b.Col), int(a.Row)-int(b.Row))
	}
	for i := range v.Zones {
		z := &v.Zones[i]
		slices.SortFunc(z.Towers, func(a, b game.TowerView) int { return byCell(a.At, b.At) })
		slices.SortFunc(z.Bridges, func(a, b game.BridgeView) int {
			north := func(b game.BridgeView) int {
				if b.North {
					return 1
				}
				return 0
			}
			return cmp.Or(byCell(a.From, b.From), north(a)-north(b))
		})
		slices.Sort(z.Seats[:])
		for j := range z.Towers {
			if !v.Expert {
				z.Towers[j].Facing = 0
			}
		}
	}
	for i := range v.Players {
		if len(v.Players[i].Levels) == 0 {
			v.Players[i].Levels = nil
		}
	}
	return v
}
