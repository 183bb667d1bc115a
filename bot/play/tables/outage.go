package tables

import (
	"cmp"

	"amytis/engine/table"
)

// outage is when nobody could play, in Unix milliseconds. Zero means that somebody always could.
type outage struct{ from, to int64 }

// extended returns the new end of a seat's time if the outage used up some of it, else 0. over is
// the end of that time, or a pause. The result is 0 for a pause that began before the outage used
// up time: the pause may be why it used up none.
//
// The turn may end later than its time, because of quiet hours or an absence. An outage while the
// player was away cost the player no time.
func (o *outage) extended(t *table.Table, over table.Demand, c Calendar) int64 {
	wait := t.Waits[over.Seat]
	pause := over.Kind == table.Pause
	ended := over.At
	counted := max(wait.Extended, wait.Counted)
	if pause {
		ended = wait.Until
	}
	until := int64(0)
	if !pause || over.At > o.from {
		until = o.extension(ended, counted)
	}
	if until != 0 && !pause {
		until -= c.away(t.Player(over.Seat).User, max(o.from, counted), ended)
	}
	if !pause || over.At > max(o.from, t.LimitEnd(over.Seat)) {
		until = cmp.Or(until, o.refund(t.LimitEnd(over.Seat), wait.Until, ended, counted))
	}
	if until <= o.to {
		return 0
	}
	return until
}

// extension adds the outage to the end of a limit that ended during it, else returns 0.
//
// extended is when the limit was last extended, 0 if never; only the outage after it counts. So a
// program that dies right after its start counts no time twice.
func (o *outage) extension(ended, extended int64) int64 {
	from := max(o.from, extended)
	if ended <= from || ended > o.to {
		return 0
	}
	return ended + o.to - from
}

// refund adds to the end of a time that ended after the outage: the part of the outage in which the
// reserve ran. It returns 0 if there is none. The reserve ran from limitEnd until it was used up at
// until; extended is as for extension.
func (o *outage) refund(limitEnd, until, ended, extended int64) int64 {
	lost := min(o.to, until) - max(o.from, limitEnd, extended)
	if ended <= o.to || lost <= 0 {
		return 0
	}
	return ended + lost
}
