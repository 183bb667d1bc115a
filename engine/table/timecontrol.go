package table

import (
	"fmt"
	"slices"
	"strings"

	"amytis/engine"
)

// TimeControl is how much time the seats of a table have. The zero value is no limit. It is the
// capped Fischer clock of correspondence games: a turn has the limit and the seat's reserve, and
// what it leaves of both is the seat's next reserve, up to Reserve. So only quick turns add to it.
// https://ogs.readme.io/docs/time-control
type TimeControl struct {
	// Limit is the time per turn.
	Limit Limit
	// Reserve is the most that a seat can have in reserve, in seconds. 0 is no reserve.
	Reserve Limit
}

// The paces that players choose by name. A live turn waits for somebody at the screen. A daily one
// allows for work and sleep, its reserve for a weekend; a relaxed one for a weekend, and a week.
var (
	Live    = TimeControl{Limit: 5 * minute, Reserve: 15 * minute}
	Daily   = TimeControl{Limit: day, Reserve: 3 * day}
	Relaxed = TimeControl{Limit: 3 * day, Reserve: 7 * day}
)

var Paces = []TimeControl{Live, Daily, Relaxed}

var paceNames = []string{"live", "daily", "relaxed"}

var Reserves = []Limit{0, 15 * minute, hour, 12 * hour, day, 3 * day, 7 * day}

// Valid reports whether a table may have the time control. A reserve needs a limit.
func (c TimeControl) Valid() bool {
	return slices.Contains(Limits, c.Limit) && slices.Contains(Reserves, c.Reserve) &&
		(c.Limit != 0 || c.Reserve == 0)
}

func (c TimeControl) check() error {
	if !c.Valid() {
		return engine.Refuse(
			RefusedOption, "", "why", fmt.Sprintf("a limit of %d s and a reserve of %d s", c.Limit, c.Reserve),
		)
	}
	return nil
}

// String is the name of the pace, or else limit and reserve in seconds: "live", "3600", "3600+900".
func (c TimeControl) String() string {
	if i := slices.Index(Paces, c); i >= 0 {
		return paceNames[i]
	}
	if c.Reserve == 0 {
		return c.Limit.String()
	}
	return c.Limit.String() + "+" + c.Reserve.String()
}

// ParseTimeControl reads what String writes; "" is no limit. Other texts give an invalid control.
func ParseTimeControl(text string) TimeControl {
	if i := slices.Index(paceNames, text); i >= 0 {
		return Paces[i]
	}
	limit, reserve, _ := strings.Cut(text, "+")
	return TimeControl{Limit: ParseLimit(limit), Reserve: ParseLimit(reserve)}
}

func (t *Table) TimeControl() TimeControl { return TimeControl{Limit: t.Limit, Reserve: t.Reserve} }
