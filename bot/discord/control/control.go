// Package control makes the buttons and menus of messages. A control's custom_id says what it does,
// so it works after a restart of the bot. The package also holds Discord's limits on parts of a
// message. It does not handle presses.
package control

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"amytis/engine/table"
)

// Control is the action of a button or a menu, as its custom_id holds it. The version and its mark
// tell whether the control is outdated.
type Control struct {
	Action  string
	Table   table.ID      // 0 for none
	Version table.Version // the table's version when the control was shown
	Mark    uint32        // the table's mark at Version, 0 for none; old messages have none
	Arg     string        // in a form that the action defines; the whole custom_id must fit MaxCustomID
}

// At returns a control that shows the table t.
func At(action string, id table.ID, t *table.Table, arg string) Control {
	return Control{Action: action, Table: id, Version: t.Version, Mark: t.MarkAt(t.Version), Arg: arg}
}

// Forgotten reports whether a restored backup has forgotten the control's version of its table, t.
func (c Control) Forgotten(t *table.Table) bool {
	return c.Version > t.Version || c.Mark != 0 && c.Mark != t.MarkAt(c.Version)
}

// ID returns the custom_id, "action:table:version.mark:arg" with numbers in base 36, and without
// ".mark" if that is 0. It is unique in a message if action and argument are.
func (c Control) ID() string {
	version := strconv.FormatUint(uint64(c.Version), 36)
	if c.Mark != 0 {
		version += "." + strconv.FormatUint(uint64(c.Mark), 36)
	}
	return c.Action + ":" + strconv.FormatUint(uint64(c.Table), 36) + ":" + version + ":" + c.Arg
}

// Parse returns false for what is no ID.
func Parse(id string) (c Control, ok bool) {
	parts := strings.SplitN(id, ":", 4)
	if len(parts) != 4 {
		return c, false
	}
	version, mark, _ := strings.Cut(parts[2], ".")
	t, _ := strconv.ParseUint(parts[1], 36, 64) // a wrong number gives another ID
	v, _ := strconv.ParseUint(version, 36, 32)
	m, _ := strconv.ParseUint(mark, 36, 32)
	c = Control{Action: parts[0], Table: table.ID(t), Version: table.Version(v), Mark: uint32(m), Arg: parts[3]}
	if c.Action == "" || c.ID() != id || utf8.RuneCountInString(id) > MaxCustomID {
		return Control{}, false
	}
	return c, true
}

// Discord's limits: numbers of things, and characters of texts. MaxLines is our own, for the lines
// about events in a content: it leaves room for the rest.
const (
	MaxCustomID    = 100
	MaxLabel       = 80 // of a button
	MaxContent     = 2000
	MaxLines       = 1500
	MaxMenuOptions = 25
	MaxMenuText    = 100
	MaxRows        = 5
	MaxRowButtons  = 5
	MaxChoices     = 25
	MaxChoiceName  = 100
)

func ButtonRows(buttons int) int { return (buttons + MaxRowButtons - 1) / MaxRowButtons }
