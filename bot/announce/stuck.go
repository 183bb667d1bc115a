package announce

import (
	"errors"
	"time"

	"amytis/bot/session"
)

// Stuck returns for how long no entry was settled, although this process has some to send. It is 0
// if there is nothing to do. Entries that Discord refuses until somebody gives the bot a permission
// do not count.
func (a *Announcer) Stuck() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	var longest time.Duration
	for _, d := range a.held {
		if !d.refused {
			longest = max(longest, now.Sub(d.claimed))
		}
	}
	return min(longest, now.Sub(a.progress))
}

// noteRefused notes the outcome of an attempt to send an entry.
func (q *queue) noteRefused(d *delivery, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	d.refused = ofDiscord(err) && !errors.Is(err, session.ErrTemporary)
}

// noteProgress notes that an entry was settled.
func (q *queue) noteProgress() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.progress = time.Now()
}
