// Package control makes buttons and menus that work after a restart: what a control does is written
// in its custom_id. It also holds Discord's limits on the parts of a message. What a press leads to
// is not decided here.
package control

import (
	"strconv"
	"strings"

	"amytis/engine/table"
)

// Control is what a button or a menu does: it is written into the custom_id, so that it works after
// a restart and a stale one is known as such.
type Control struct {
	// Action is what it does: one of the act constants.
	Action string
	// Table it acts on, and the table's version when it was shown.
	Table   table.ID
	Version table.Version
	// Arg is the action's own; it may hold anything but is short.
	Arg string
}

// MaxCustomID is Discord's limit of a custom_id, in characters.
const MaxCustomID = 100

// At is a control that was shown for a version of a table.
func At(action string, id table.ID, version table.Version, arg string) Control {
	return Control{Action: action, Table: id, Version: version, Arg: arg}
}

// ID writes the custom_id, unique in a message as long as action and argument are.
func (c Control) ID() string {
	return c.Action + ":" + strconv.FormatUint(uint64(c.Table), 36) + ":" +
		strconv.FormatUint(uint64(c.Version), 36) + ":" + c.Arg
}

// Parse reads what id writes.
func Parse(id string) (Control, bool) {
	parts := strings.SplitN(id, ":", 4)
	if len(id) > MaxCustomID || len(parts) != 4 || parts[0] == "" {
		return Control{}, false
	}
	t, err := strconv.ParseUint(parts[1], 36, 64)
	if err != nil {
		return Control{}, false
	}
	v, err := strconv.ParseUint(parts[2], 36, 32)
	if err != nil {
		return Control{}, false
	}
	c := Control{Action: parts[0], Table: table.ID(t), Version: table.Version(v), Arg: parts[3]}
	return c, c.ID() == id
}
