package gametest

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"amytis/engine"
)

// table is a number of seats and a set of options.
type table struct {
	seats   int
	options engine.Options
	// names are the options' names, in the game's order.
	names []string
}

func (t table) String() string {
	text := fmt.Sprintf("%d seats", t.seats)
	for _, name := range t.names {
		text += " " + name + "=" + t.options[name]
	}
	return strings.ReplaceAll(text, " ", ",")
}

func (t table) seatInfos() []engine.SeatInfo {
	seats := make([]engine.SeatInfo, t.seats)
	for i := range seats {
		seats[i].Name = "player " + strconv.Itoa(i+1)
	}
	return seats
}

// tables returns every number of seats with every set of options that may go together. Of an
// OptionInt it takes the lowest value, the highest and the default.
func tables(in *engine.Info) []table {
	sets := []engine.Options{{}}
	names := make([]string, len(in.Options))
	for i := range in.Options {
		opt := &in.Options[i]
		names[i] = opt.Name
		var next []engine.Options
		for _, set := range sets {
			for _, value := range values(opt) {
				with := maps.Clone(set)
				with[opt.Name] = value
				if in.Misplaced(with) == nil {
					next = append(next, with)
				}
			}
		}
		sets = next
	}
	var all []table
	for seats := in.MinSeats; seats <= in.MaxSeats; seats++ {
		for _, set := range sets {
			all = append(all, table{seats, set, names})
		}
	}
	return all
}

func values(opt *engine.OptionInfo) []string {
	switch opt.Kind {
	case engine.OptionBool:
		return []string{"false", "true"}
	case engine.OptionInt:
		all := []string{opt.Default}
		for _, n := range [...]int{opt.Min, opt.Max} {
			if text := strconv.Itoa(n); text != opt.Default {
				all = append(all, text)
			}
		}
		return all
	}
	return opt.Values
}
