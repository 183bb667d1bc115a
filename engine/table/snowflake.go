package table

import "strconv"

// ParseID reads the ID of a user, channel, message and so on as Discord writes it, in decimal; 0 if
// it is none.
func ParseID[T ~uint64](id string) T {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return T(n)
}
