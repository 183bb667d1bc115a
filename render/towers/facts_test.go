package towers

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
	game "amytis/engine/towers"
	"amytis/render"
)

// TestPiecesStandOnWhatIsToldFree compares the facts with the engine: in the quick game a tower can
// be placed on everything told free below the highest level, and on nothing else that stands. A
// noble can be placed on every free tower.
func TestPiecesStandOnWhatIsToldFree(t *testing.T) {
	checked := 0
	eachPosition(t, 3, 9, options(true, false), func(s engine.State, i int) bool {
		turn := s.Turn().Slice()
		if i%15 != 0 || len(turn) == 0 {
			return i < 400
		}
		seat := turn[0]
		v := s.View(seat).(*game.View)
		towers, nobles := map[game.Cell]bool{}, map[game.Cell]bool{}
		for _, m := range s.Legal(seat, nil) {
			p, ok := game.PlacementOf(m)
			switch {
			case !ok || p.IsBridge():
			case p.Facing == 0:
				nobles[p.At] = true
			case p.At.Level > 1:
				p.At.Level--
				towers[p.At] = true
			}
		}
		p := &v.Players[seat-1]
		for _, z := range shownZones(v, seat) {
			for _, top := range freeTops(z) {
				checked++
				if p.Towers > 0 && top.at.Level < game.MaxLevel {
					require.True(t, towers[top.at], "%s is told free", top.at)
					delete(towers, top.at)
				}
				if p.Small > 0 && top.kind == towerKind {
					require.True(t, nobles[top.at], "%s is told a free tower", top.at)
				}
			}
		}
		require.Empty(t, towers, "not told free")
		return i < 400
	})
	require.Greater(t, checked, 100)
}

func TestStacksAreAllTowers(t *testing.T) {
	for _, expert := range []bool{false, true} {
		v := lateView(t, 4, false)
		v.Expert = expert
		z := &v.Zones[0]
		want := map[string]string{}
		for _, tower := range z.Towers {
			want[fmt.Sprintf("%s.%d", cellName(tower.At), tower.At.Level)] = ""
		}
		teller := newTeller(v, render.Request{}, plainWords{})
		told := strings.Join(teller.groups(teller.stacksOf(z), render.Full), "; ")
		told = regexp.MustCompile(` \^\w`).ReplaceAllString(told, "") // without the facings
		require.Equal(t, want, readBrief(t, []string{"other_towers: " + told}).towers)
	}
}

// plainWords writes facts in a form that is easy to read back.
type plainWords struct{}

// T implements render.Words.
func (plainWords) T(key string, args map[string]any) string {
	key = strings.TrimPrefix(key, "alt.towers.")
	switch kind, which, _ := strings.Cut(key, "."); {
	case key == "list.clauses":
		return "; "
	case kind == "on_level":
		return fmt.Sprintf("%v @%v-%v", args["Things"], args["Level"], args["Level"])
	case kind == "stack":
		return fmt.Sprintf("%v @%v-%v", args["Things"], args["From"], args["Level"])
	case kind == "facing":
		return fmt.Sprintf("%v ^%s", args["At"], which)
	case kind == "nobles_on":
		return fmt.Sprintf("%v =%v", args["At"], args["Nobles"])
	case kind == "noble":
		return which + args["Colour"].(string)
	case kind == "colour":
		return which
	case kind == "bridge_partly":
		return fmt.Sprintf("%v(%v)", args["At"], strings.ReplaceAll(args["Free"].(string), ", ", "+"))
	case kind == "nobles":
		return fmt.Sprintf("nobles %v: %v", args["Level"], args["Things"])
	}
	return fmt.Sprintf("%s: %v", key, args["Things"])
}

// toldZone is what brief facts tell of a zone, with places such as "k7.2", bridges "k7–m7.2".
type toldZone struct {
	// towers holds the facing, "" where it is not told.
	towers  map[string]string
	nobles  map[string][]string
	bridges map[string]bool
	free    map[string]bool
}

// readBrief reads brief facts.
func readBrief(t *testing.T, facts []string) toldZone {
	t.Helper()
	z := toldZone{map[string]string{}, map[string][]string{}, map[string]bool{}, map[string]bool{}}
	tower := func(at, facing string) {
		require.Empty(t, z.towers[at], "%s is told twice", at)
		z.towers[at] = facing
	}
	for _, fact := range facts {
		key, things, _ := strings.Cut(fact, ": ")
		level, onNobles := strings.CutPrefix(key, "nobles ")
		for thing := range strings.SplitSeq(things, "; ") {
			if onNobles {
				places, noble, _ := strings.Cut(thing, " =")
				for at := range strings.SplitSeq(places, ", ") {
					z.nobles[at+"."+level] = append(z.nobles[at+"."+level], noble)
				}
				continue
			}
			places, levels, _ := strings.Cut(thing, " @")
			from, to, _ := strings.Cut(levels, "-")
			places, facing, _ := strings.Cut(places, " ^")
			for at := range strings.SplitSeq(places, ", ") {
				if key != "free_towers" && key != "other_towers" {
					name, part, _ := strings.Cut(strings.TrimSuffix(at, ")"), "(")
					z.bridges[name+"."+to] = true
					if key == "bridges_free" {
						part = strings.Join(between(name), "+")
					}
					for cell := range strings.SplitSeq(part, "+") {
						if cell != "" {
							z.free[cell+"."+to] = true
						}
					}
					continue
				}
				for _, at := range between(at) {
					low, err := strconv.Atoi(from)
					require.NoError(t, err)
					high, err := strconv.Atoi(to)
					require.NoError(t, err)
					for l := low; l <= high; l++ {
						tower(at+"."+strconv.Itoa(l), facing)
					}
					if key == "free_towers" {
						z.free[at+"."+to] = true
					}
				}
			}
		}
	}
	return z
}

// between returns the places of a range such as "e23–e25", or the place itself.
func between(places string) []string {
	first, last, isRange := strings.Cut(places, "–")
	if !isRange {
		return []string{first}
	}
	row, _ := strconv.Atoi(first[1:])
	end, _ := strconv.Atoi(last[1:])
	var all []string
	for col := first[0]; col <= last[0]; col++ {
		for r := row; r <= end; r++ {
			all = append(all, string(rune(col))+strconv.Itoa(r))
		}
	}
	return all
}

// TestBriefFactsTellWhatStandsAndWhatIsFree reads brief facts back and compares them with the
// position: all towers, nobles and bridges, and all places that are free.
func TestBriefFactsTellWhatStandsAndWhatIsFree(t *testing.T) {
	nobles := 0
	check := func(v *game.View) {
		teller := newTeller(v, render.Request{}, plainWords{})
		for i := range v.Zones {
			z := &v.Zones[i]
			got := readBrief(t, teller.briefFacts(z, true))
			want := toldZone{map[string]string{}, map[string][]string{}, map[string]bool{}, map[string]bool{}}
			for _, tower := range sortedTowers(z) {
				at := cellName(tower.At) + "." + strconv.Itoa(int(tower.At.Level))
				want.towers[at] = ""
				if v.Expert {
					want.towers[at] = tower.Facing.String()
				}
				for _, n := range tower.Nobles {
					nobles++
					want.nobles[at] = append(want.nobles[at], n.Size.String()+n.Colour.String())
					if _, told := got.towers[at]; !told {
						got.towers[at] = "" // by its noble
					}
				}
			}
			for _, b := range z.Bridges {
				want.bridges[bridgeName(b.Bridge)+"."+strconv.Itoa(int(b.From.Level))] = true
			}
			for _, top := range freeTops(z) {
				want.free[cellName(top.at)+"."+strconv.Itoa(int(top.at.Level))] = true
			}
			for at := range want.nobles {
				require.ElementsMatch(t, want.nobles[at], got.nobles[at])
			}
			want.nobles, got.nobles = nil, nil
			require.Equal(t, want, got)
		}
	}
	for _, seats := range longrun.Choose([]int{4}, []int{3, 5}) {
		for _, expert := range []bool{false, true} {
			for _, quick := range []bool{false, true} {
				eachPosition(t, seats, 4, options(quick, expert), func(s engine.State, i int) bool {
					if i%11 == 0 {
						check(s.View(0).(*game.View))
					}
					return i < longrun.Choose(180, 260)
				})
			}
		}
	}
	require.Greater(t, nobles, 100)
}

func TestPlacesInALineAreToldAsRanges(t *testing.T) {
	var cells []game.Cell
	for _, at := range [][2]uint8{{4, 22}, {4, 23}, {4, 24}, {5, 22}, {6, 22}, {7, 22}, {9, 1}, {9, 2}} {
		cells = append(cells, game.Cell{Level: 2, Col: at[0], Row: at[1]})
	}
	require.Equal(t, []string{"e23–h23", "e24", "e25", "j2", "j3"}, placeRanges(cells))
	require.Empty(t, placeRanges(nil))
}
