package tables

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"amytis/engine"
	"amytis/engine/table"
)

// Caps limit the open tables of a server, lobbies included. 0 means no limit.
type Caps struct {
	PerHost   int
	PerServer int
}

// openings has a lock for each server, so that no table is opened while another opening counts the
// tables. Some servers share a lock.
type openings [64]sync.Mutex

func (o *openings) of(guild table.GuildID) *sync.Mutex {
	return &o[uint64(guild)>>22%uint64(len(o))] // the lower bits of an ID say little
}

func (ts *Tables) checkCaps(ctx context.Context, caps Caps, guild table.GuildID, host table.UserID) error {
	if caps.PerServer > 0 {
		all, err := ts.store.Playing(ctx, guild, 0)
		if err != nil {
			return err
		}
		if len(all) >= caps.PerServer {
			return engine.Refuse(refusedTooManyOpen, "", "max", strconv.Itoa(caps.PerServer))
		}
	}
	if caps.PerHost == 0 {
		return nil
	}
	playing, err := ts.store.Playing(ctx, guild, host)
	if err != nil || len(playing) < caps.PerHost {
		return err
	}
	hosted := 0
	for _, id := range playing {
		s, err := ts.Load(ctx, id)
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			return err
		}
		if s.Table.Host == host {
			hosted++
		}
	}
	if hosted >= caps.PerHost {
		return engine.Refuse(refusedTooManyHosted, "", "max", strconv.Itoa(caps.PerHost))
	}
	return nil
}
