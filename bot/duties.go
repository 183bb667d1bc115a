package bot

import (
	"context"
	"fmt"
	"sync"
	"time"

	"amytis/store"
)

// shardDuties knows which shards of the gateway this process has. Of all processes that share a
// store, one has a shard.
type shardDuties struct {
	store  store.Queues
	lease  time.Duration // of Timing
	duties sync.Map      // *store.Duty by name
}

// mine keeps the session of a shard for the next process, as store.Duty keeps a note.
func (d *shardDuties) mine(ctx context.Context, shard, shards int, session string) (mine bool, kept string, err error) {
	name := fmt.Sprintf("shard %d of %d", shard, shards)
	duty, known := d.duties.Load(name)
	if !known {
		duty, _ = d.duties.LoadOrStore(name, store.NewDuty(d.store, name, d.lease))
	}
	return duty.(*store.Duty).MineWith(ctx, session)
}
