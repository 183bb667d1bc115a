package tables

import (
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// commitOf returns the commit of events with all effects. It also updates after's header.
func commitOf(forced *Forced, before Loaded, after *Loaded, events []table.Event) store.Commit {
	t := after.Table
	h := &after.Header
	h.Status = statuses[t.Status]
	h.Players = players(t)
	c := store.Commit{Table: after.ID, Events: events}
	if before.Table != nil {
		c.Want = before.Table.Version
		if takesBackOthers(before.Table, events) {
			h.Helped |= engine.Seats(events[0].Seat)
		}
	}
	c.Deadline = deadline(forced.demands(nil, t, forced.tables.now().UnixMilli()))
	if kind := announcementKind(before.Table, t, events); kind != "" {
		// News need a table to start from: they leave out the opening of one that starts at once.
		first := table.Version(1)
		if kind == PostLobby {
			first = 0
		}
		if kind != FollowLive {
			h.Tells = max(h.Announced, first)
		}
		c.Outbox = []store.Entry{{Table: after.ID, Channel: h.Channel, Kind: kind, From: h.Tells, Version: t.Version}}
		h.Announced = t.Version
	}
	c.Outbox = append(c.Outbox, notices(after, c.Want, events)...)
	if h.Post && (before.Table == nil || before.Table.Status != t.Status) {
		c.Outbox = append(c.Outbox, store.Entry{Table: after.ID, Channel: h.Channel, Kind: TagPost, Version: t.Version})
	}
	if before.Table != nil && before.Table.Status != table.Ended {
		c.Result = result(after.ID, h, t)
	}
	h.Version = t.Version
	c.Header = *h
	return c
}

// statuses are those in the store, by a table's.
var statuses = [...]store.Status{
	table.Lobby: store.Lobby, table.Running: store.Running, table.Ended: store.Ended, table.Abandoned: store.Aborted,
}

// result returns a table's entry for the leaderboard, nil if it is not ended or not rated.
func result(id table.ID, h *store.Header, t *table.Table) *store.Result {
	if t.Status != table.Ended || !t.Rated() || h.Guild.Direct() {
		return nil
	}
	r := &store.Result{Table: id, Guild: h.Guild, Game: h.Game, At: t.End, Level: t.ComputerLevel()}
	for _, s := range t.Standings() {
		r.Standings = append(r.Standings, store.Standing{
			User: s.User, Rank: s.Rank, Score: s.Score, Assisted: s.Assisted,
			Resigned: s.Resigned, Helped: r.Level > 0 && h.Helped.Has(s.Seat),
		})
	}
	if t.Assisted != 0 {
		return r // a computer has had a part in what was reached
	}
	for _, item := range t.State.Records() {
		if value := item.Value.(int); value > 0 {
			if r.Records == nil {
				r.Records = map[string]int{}
			}
			r.Records[item.Name] = value
		}
	}
	return r
}
