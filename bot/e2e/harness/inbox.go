package harness

import "amytis/bot/localdiscord"

// Inbox has the pings of a player that no turn has answered yet.
type Inbox struct {
	user  *localdiscord.User
	taken int
}

func (i *Inbox) Pending() bool { return len(i.user.Pings()) > i.taken }

// TakePing counts a ping as answered, if one is there.
func (i *Inbox) TakePing() bool {
	if !i.Pending() {
		return false
	}
	i.taken++
	return true
}

func (i *Inbox) TakeAll() { i.taken = len(i.user.Pings()) }

func (i *Inbox) PutBack() { i.taken-- }

// Taken is how many pings have been answered.
func (i *Inbox) Taken() int { return i.taken }
