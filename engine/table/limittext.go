package table

import "strconv"

// String is the limit in seconds, as commands and menus hold it.
func (l Limit) String() string { return strconv.FormatUint(uint64(l), 10) }

// unknownLimit is none of Limits, so that every table refuses it.
const unknownLimit = ^Limit(0)

// ParseLimit reads what Limit.String writes; "" is no limit. Other texts give a limit that every
// table refuses.
func ParseLimit(text string) Limit {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return unknownLimit
	}
	return Limit(n)
}
