package localdiscord

import (
	"amytis/bot/localdiscord/gateway"
	"amytis/bot/localdiscord/rest"
)

// Faults are what goes wrong, by the script of a test: with requests and with the gateway. Without
// any, Discord works.
type Faults struct {
	*rest.RequestFaults
	*gateway.Faults
}

// Clear ends all faults except a rejected token.
func (f *Faults) Clear() {
	f.RequestFaults.Clear()
	f.Faults.Clear()
}

// Down takes all of Discord away, by a fault of all requests, until that is removed.
func (f *Faults) Down(by RESTFault) {
	f.REST(by)
	f.CutGateway()
}
