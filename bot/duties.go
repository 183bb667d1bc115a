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

// shardDuties knows which shards of the gateway this process has. Of all processes that share a
// store, one has a shard.
type shardDuties struct {
	store  store.Store
	lease  time.Duration // of Timing
	mark   string        // of the token, without which a session is of no use
	duties sync.Map      // *store.Duty by name
}

// mine keeps the session of a shard for the next process, as store.Duty keeps a note. What a
// process has left in peace comes before what it told last.
func (d *shardDuties) mine(ctx context.Context, shard, shards int, session string) (mine bool, kept string, err error) {
	duty, note := d.of(shard, shards)
	mine, kept, err = duty.MineWith(ctx, session)
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
func (d *shardDuties) leave(ctx context.Context, shard, shards int, session string) error {
	duty, note := d.of(shard, shards)
	err := d.store.SetNote(ctx, note, d.mark+session)
	return cmp.Or(err, duty.Leave(ctx))
}

func (d *shardDuties) of(shard, shards int) (duty *store.Duty, note string) {
	name := fmt.Sprintf("shard %d of %d", shard, shards)
	known, _ := d.duties.LoadOrStore(name, store.NewDuty(d.store, name, d.lease))
	return known.(*store.Duty), "session of " + name
}
