package bot

import (
	"strconv"
	"strings"

	"amytis/engine/table"
)

// control is what a button or a menu does: it is written into the custom_id, so
// that it works after a restart and a stale one is known as such.
type control struct {
	// Action is what it does: one of the act constants.
	Action string
	// Table it acts on, and the table's version when it was shown.
	Table   table.ID
	Version table.Version
	// Arg is the action's own; it may hold anything but is short.
	Arg string
}

const maxCustomID = 100

// id writes the custom_id, unique in a message as long as action and argument
// are.
func (c control) id() string {
	return c.Action + ":" + strconv.FormatUint(uint64(c.Table), 36) + ":" +
		strconv.FormatUint(uint64(c.Version), 36) + ":" + c.Arg
}

// parseControl reads what id writes.
func parseControl(id string) (control, bool) {
	parts := strings.SplitN(id, ":", 4)
	if len(id) > maxCustomID || len(parts) != 4 || parts[0] == "" {
		return control{}, false
	}
	t, err := strconv.ParseUint(parts[1], 36, 64)
	if err != nil {
		return control{}, false
	}
	v, err := strconv.ParseUint(parts[2], 36, 32)
	if err != nil {
		return control{}, false
	}
	c := control{Action: parts[0], Table: table.ID(t), Version: table.Version(v), Arg: parts[3]}
	return c, c.id() == id
}
