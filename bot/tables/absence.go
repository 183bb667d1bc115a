package tables

import (
	"cmp"

	"amytis/engine/table"
)

// absence is a time in which the program did not run, in Unix milliseconds. The zero value means
// that it never stopped.
type absence struct{ from, to int64 }

// extended returns the new end of a seat's time if the program's absence used up some of it, 0 if
// it did not. over is the end of that time, or a pause. A pause that began before the program's
// absence used up time comes first: it may be why none was.
//
// A time that ran out may end later, since its player has quiet hours or is away. What the program
// missed while the player was away was not lost to the player.
func (a absence) extended(t *table.Table, over table.Demand, c Calendar) int64 {
	wait, limitEnd, pause := t.Waits[over.Seat], t.LimitEnd(over.Seat), over.Kind == table.Pause
	ended, counted := over.At, max(wait.Extended, wait.Counted)
	if pause {
		ended = wait.Until
	}
	until := int64(0)
	if !pause || over.At > a.from {
		until = a.extension(ended, counted)
	}
	if until != 0 && !pause {
		until -= c.away(t.Player(over.Seat).User, max(a.from, counted), ended)
	}
	if !pause || over.At > max(a.from, limitEnd) {
		until = cmp.Or(until, a.refund(limitEnd, wait.Until, ended, counted))
	}
	if until <= a.to {
		return 0
	}
	return until
}

// extension returns the new end of a limit that ended during the absence, 0 if it did not. The
// absence is added to the limit.
//
// extended is when the limit was last extended, 0 if never; only the absence after it counts. So a
// program that dies right after its start counts no time twice.
func (a absence) extension(ended, extended int64) int64 {
	from := max(a.from, extended)
	if ended <= from || ended > a.to {
		return 0
	}
	return ended + a.to - from
}

// refund returns the new end of a time that ended after the absence if its reserve ran during it, 0
// if it did not. That part of the absence is added. The reserve began to run at limitEnd and was
// used up at until; extended is as for extension.
func (a absence) refund(limitEnd, until, ended, extended int64) int64 {
	lost := min(a.to, until) - max(a.from, limitEnd, extended)
	if ended <= a.to || lost <= 0 {
		return 0
	}
	return ended + lost
}
