package pictures

import (
	"strconv"
	"strings"

	"amytis/engine/table"
)

// fileName returns the name of a picture's file: "view-table-version.png" with numbers in base 36.
// The version is that after the last move, 0 before any. So a message still tells what it shows
// when its buttons are gone.
func fileName(view string, id table.ID, t *table.Table) string {
	version := table.Version(0)
	if made := len(t.Moves); made > 0 {
		version = t.Moves[made-1].Version
	}
	return view + "-" + strconv.FormatUint(uint64(id), 36) + "-" + strconv.FormatUint(uint64(version), 36) + ".png"
}

// ParseFileName returns the table and the version in the name of a picture's file. Several pictures
// of one message have further parts in their names.
func ParseFileName(name string) (table.ID, table.Version, bool) {
	parts := strings.Split(strings.TrimSuffix(name, ".png"), "-")
	if len(parts) < 3 {
		return 0, 0, false
	}
	id, err := strconv.ParseUint(parts[1], 36, 64)
	if err != nil {
		return 0, 0, false
	}
	version, err := strconv.ParseUint(parts[2], 36, 32)
	return table.ID(id), table.Version(version), err == nil && id != 0
}
