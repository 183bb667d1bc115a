// Package control makes the buttons and menus of messages. A control's custom_id says what it does,
// so it works after a restart of the bot. The package also holds Discord's limits on parts of a
// message. It does not handle presses.
package control

import (
	"strconv"
	"strings"

	"amytis/engine/table"
)

// Control is the action of a button or a menu, as its custom_id holds it. The version tells whether
// the control is outdated.
type Control struct {
	Action string
	// Table is 0 for none.
	Table table.ID
	// Version is the table's version when the control was shown.
	Version table.Version
	// Arg is the action's argument, in a form that the action defines. The whole custom_id must fit
	// MaxCustomID.
	Arg string
}

// MaxCustomID is Discord's limit for a custom_id, in characters.
const MaxCustomID = 100

func At(action string, id table.ID, version table.Version, arg string) Control {
	return Control{Action: action, Table: id, Version: version, Arg: arg}
}

// ID returns the custom_id, "action:table:version:arg" with numbers in base 36. It is unique in a
// message if action and argument are.
func (c Control) ID() string {
	return c.Action + ":" + strconv.FormatUint(uint64(c.Table), 36) + ":" +
		strconv.FormatUint(uint64(c.Version), 36) + ":" + c.Arg
}

// Parse returns false for what is no ID.
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
