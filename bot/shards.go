package bot

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"amytis/store"
)

// shardHolds knows which shards this process has. One of all that share a store has a shard.
type shardHolds struct {
	store store.Store
	term  time.Duration // of Timing
	mark  string        // of the token, without which a session is of no use
	holds sync.Map      // *store.Hold by name
}

// mine keeps the session of a shard for the next process, as store.Hold keeps a note. What a
// process has left in peace comes before what it told last.
func (d *shardHolds) mine(ctx context.Context, shard, shards int, session string) (mine bool, kept string, err error) {
	hold, note := d.holdOf(shard, shards)
	mine, kept, err = hold.MineWith(ctx, session)
	if !mine || err != nil || session != "" {
		return mine, kept, err
	}
	left, err := d.store.Note(ctx, note)
	if err != nil || left == "" {
		return true, kept, err
	}
	if session, ours := strings.CutPrefix(left, d.mark); ours {
		kept = session
	}
	return true, kept, d.store.SetNote(ctx, note, "")
}

// leave notes a session so that it outlives the program.
func (d *shardHolds) leave(ctx context.Context, shard, shards int, session string) error {
	hold, note := d.holdOf(shard, shards)
	err := d.store.SetNote(ctx, note, d.mark+session)
	return cmp.Or(err, hold.Leave(ctx))
}

func (d *shardHolds) holdOf(shard, shards int) (hold *store.Hold, note string) {
	name := fmt.Sprintf("shard %d of %d", shard, shards)
	held, _ := d.holds.LoadOrStore(name, store.NewHold(d.store, name, d.term))
	return held.(*store.Hold), "session of " + name
}
