package table

import (
	"fmt"
	"slices"
	"strings"

	"amytis/engine"
)

// TimeControl is how much time the seats of a table have, none if zero: the capped Fischer clock of
// correspondence games. A turn has the limit and the seat's reserve, and what it leaves of both is
// the seat's next reserve, up to Reserve.
// https://ogs.readme.io/docs/time-control
type TimeControl struct {
	Limit   Limit // per turn
	Reserve Limit // the most that a seat can have in reserve, in seconds
}

// The paces that players choose by name: at the screen, with work and sleep, or with weekends.
var (
	Live      = TimeControl{Limit: 5 * minute, Reserve: 15 * minute}
	Daily     = TimeControl{Limit: day, Reserve: 3 * day}
	Relaxed   = TimeControl{Limit: 3 * day, Reserve: 7 * day}
	Paces     = []TimeControl{Live, Daily, Relaxed}
	paceNames = []string{"live", "daily", "relaxed"}
	Reserves  = []Limit{0, 15 * minute, hour, 12 * hour, day, 3 * day, 7 * day}
)

// Valid reports whether a table may have the time control. A reserve needs a limit.
func (c TimeControl) Valid() bool {
	return slices.Contains(Limits, c.Limit) && slices.Contains(Reserves, c.Reserve) &&
		(c.Limit != 0 || c.Reserve == 0)
}

func (c TimeControl) check() error {
	if !c.Valid() {
		why := fmt.Sprintf("a limit of %d s and a reserve of %d s", c.Limit, c.Reserve)
		return engine.Refuse(RefusedOption, "", "why", why)
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
