package localdiscord

import (
	"amytis/bot/localdiscord/fault"
	"amytis/bot/localdiscord/gateway"
)

// Faults are what goes wrong, by the script of a test: with requests and with the gateway. Without
// any, Discord works.
type Faults struct {
	*fault.Requests
	*gateway.Faults
}

// Clear ends all faults except a rejected token.
func (f *Faults) Clear() {
	f.Requests.Clear()
	f.Faults.Clear()
}

// Down takes all of Discord away: connections of the gateway break, and requests break too, or are
// answered 503 if polite. [fault.Requests.Up] ends it.
func (f *Faults) Down(polite bool) {
	f.Requests.Down(polite)
	f.CutGateway()
}
