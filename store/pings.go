package store

import "time"

// Pings is when and how players learn that it is their turn. The zero value means at once, by a
// mention in the table's channel.
type Pings struct {
	When PingTime `json:"when,omitempty"`
	// After is how many seconds PingLater waits for the player to look at the table.
	After int `json:"after,omitempty"`
	// Hour is the hour of the player's local day, 0 to 23, for PingDaily.
	Hour int `json:"hour,omitempty"`
	// Next has the player pinged also when they are next.
	Next   bool `json:"next,omitempty"`
	Direct bool `json:"direct,omitempty"`
	// Summed is for when the last daily summary was meant, in Unix milliseconds, 0 without one.
	Summed int64 `json:"summed,omitempty"`
	// SummedBy is the nonce of the only outbox entry that sends it.
	SummedBy string `json:"summed_by,omitempty"`
}

// ByMessage reports whether pings are direct messages. A daily summary always is.
func (p Pings) ByMessage() bool { return p.Direct || p.When == PingDaily }

type PingTime string

const (
	PingAtOnce PingTime = ""      // when the turn begins
	PingLater  PingTime = "later" // some time after that, unless the player has looked
	PingDaily  PingTime = "daily" // once a day, about all tables together
	PingNever  PingTime = "never"
)

// CallAt returns when to ping a player whose ping was held back at a time, 0 for never. Quiet hours
// may delay it. Times are in Unix milliseconds.
func (p *Preferences) CallAt(at int64) int64 {
	switch p.Pings.When {
	case PingLater:
		return at + int64(p.Pings.After)*int64(time.Second/time.Millisecond)
	case PingDaily:
		_, next := p.summaryHours(at)
		return next
	case PingNever:
		return 0
	}
	return at
}

// SummaryBefore returns the time of the last daily summary at or before at, in Unix milliseconds.
func (p *Preferences) SummaryBefore(at int64) int64 {
	last, _ := p.summaryHours(at)
	return last
}

// summaryHours returns the times of the last daily summary at or before at, and of the next one.
func (p *Preferences) summaryHours(at int64) (last, next int64) {
	now := time.UnixMilli(at).In(p.Location())
	year, month, day := now.Date()
	// A change of the clock may move the hour across midnight.
	for ahead := -2; ahead <= 2; ahead++ {
		next = time.Date(year, month, day+ahead, p.Pings.Hour, 0, 0, 0, p.Location()).UnixMilli()
		if next > at {
			break
		}
		last = next
	}
	return last, next
}

// TakeSummary notes that an outbox entry sends the summary of a time. It returns false if another
// entry sends it, or a later one.
func (p *Pings) TakeSummary(due int64, nonce string) bool {
	if p.SummedBy != nonce && p.Summed >= due {
		return false
	}
	p.Summed, p.SummedBy = due, nonce
	return true
}

type Way string

const (
	// AnyWay leaves it to the player's preferences.
	AnyWay Way = ""
	Direct Way = "direct"
	// InChannel is a mention in the table's channel, since Discord refused a direct message.
	InChannel Way = "channel"
)
