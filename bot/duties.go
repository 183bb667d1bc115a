package bot

import (
	"context"
	"fmt"
	"sync"
	"time"

	"amytis/store"
)

// shardDuties returns a function that reports whether this process has a shard of the gateway. Of
// all that share a store, one process has it. lease is that of Timing.
func shardDuties(s store.Queues, lease time.Duration) func(ctx context.Context, shard, shards int) (bool, error) {
	var duties sync.Map // by name
	return func(ctx context.Context, shard, shards int) (bool, error) {
		name := fmt.Sprintf("shard %d of %d", shard, shards)
		duty, known := duties.Load(name)
		if !known {
			duty, _ = duties.LoadOrStore(name, store.NewDuty(s, name, lease))
		}
		return duty.(*store.Duty).Mine(ctx)
	}
}
