package harness

import "amytis/bot/localdiscord"

// Inbox has the pings of a player that no turn has answered yet.
type Inbox struct {
	user *localdiscord.User
	// taken is how many pings have been answered.
	taken int
}

// Pending reports whether a ping is there.
func (i *Inbox) Pending() bool { return len(i.user.Pings()) > i.taken }

// Take reports whether a ping is there, and counts it as answered.
func (i *Inbox) Take() bool {
	if !i.Pending() {
		return false
	}
	i.taken++
	return true
}

// TakeAll counts all pings as answered, and keeps them.
func (i *Inbox) TakeAll() { i.taken = len(i.user.Pings()) }

// PutBack makes the last ping taken pending again.
func (i *Inbox) PutBack() { i.taken-- }

// Taken returns how many pings have been answered.
func (i *Inbox) Taken() int { return i.taken }

// Clear forgets all pings.
func (i *Inbox) Clear() {
	i.user.ForgetPings()
	i.taken = 0
}
