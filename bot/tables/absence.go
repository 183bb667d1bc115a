package tables

// absence is a time in which the program did not run, in Unix ms; the zero value is none.
type absence struct{ from, to int64 }

// extension is until when a limit runs that ran out at a time, or 0 if that was not while the
// program was away: all that is missed is added. Where a limit was extended before, what came until
// then is made up for already: a program that dies right after its start counts nothing twice.
func (a absence) extension(ended, extended int64) int64 {
	from := max(a.from, extended)
	if ended <= from || ended > a.to {
		return 0
	}
	return ended + a.to - from
}
