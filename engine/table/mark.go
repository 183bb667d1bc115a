package table

// MarkAt returns a number of 24 bits that tells the log up to a version from one that a restored
// backup has forgotten. It is 0 at version 0, and at one that the table has not reached.
func (t *Table) MarkAt(at Version) uint32 {
	if at == 0 || int(at) > len(t.marks) {
		return 0
	}
	return t.marks[at-1] >> 8
}

// mark returns the mark after an event. Messages contain marks: do not change it. Users and names
// are left out, since they may be erased, and moves, since everybody can read marks, but not every
// move.
func (e *Event) mark(before uint32) uint32 {
	const prime = 16777619 // of FNV-1a
	mark := (before ^ uint32(e.At)) * prime
	for _, c := range []byte(e.Kind) {
		mark = (mark ^ uint32(c)) * prime
	}
	return mark
}
