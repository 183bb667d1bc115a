package wire

import (
	"cmp"
	"strconv"
)

func IsSnowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0
}

// CompareIDs orders ids by the time they carry, oldest first. It is made for [slices.SortFunc].
func CompareIDs(a, b string) int {
	// Ids of different length cannot be compared as text.
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
