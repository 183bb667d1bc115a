package bot

import (
	"cmp"
	"context"
	"strings"

	"amytis/store"
)

// gatewayDuty is the hold of the process that is connected to Discord, of all that share a store.
type gatewayDuty struct {
	store store.Store
	hold  *store.Hold
	mark  string // of the token, without which a session is of no use
}

const sessionsNote = "sessions of the gateway" // the note with the sessions that a process left in peace

// mine keeps the sessions for the next process, as store.Hold keeps a note. What a process has left
// in peace comes before what it told last.
func (d *gatewayDuty) mine(ctx context.Context, sessions string) (mine bool, kept string, err error) {
	mine, kept, err = d.hold.MineWith(ctx, sessions)
	if !mine || err != nil || sessions != "" {
		return mine, kept, err
	}
	left, err := d.store.Note(ctx, sessionsNote)
	if err != nil || left == "" {
		return true, kept, err
	}
	if sessions, ours := strings.CutPrefix(left, d.mark); ours {
		kept = sessions
	}
	return true, kept, d.store.SetNote(ctx, sessionsNote, "")
}

// leave notes the sessions so that they outlive the program.
func (d *gatewayDuty) leave(ctx context.Context, sessions string) error {
	err := d.store.SetNote(ctx, sessionsNote, d.mark+sessions)
	return cmp.Or(err, d.hold.Leave(ctx))
}
