package interaction

import "amytis/engine/table"

// TimeControl returns the time control in the command's options, or otherwise if there is none. The
// option pace names one. A reserve needs a limit, and a typed limit has only a typed reserve.
func (in *Input) TimeControl(otherwise table.TimeControl) table.TimeControl {
	c := otherwise
	if given := in.Options["pace"]; given != "" {
		c = table.ParseTimeControl(given)
	}
	if given := in.Options["limit"]; given != "" {
		c = table.TimeControl{Limit: table.ParseLimit(given)}
	}
	if given := in.Options["reserve"]; given != "" && c.Limit != 0 {
		c.Reserve = table.ParseLimit(given)
	}
	return c
}
