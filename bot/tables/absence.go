package tables

// absence is a time in which the program did not run, in Unix milliseconds. The zero value means
// that it never stopped.
type absence struct{ from, to int64 }

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
