package tables

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

type Opening struct {
	Game      engine.Game
	Guild     table.GuildID
	Channel   table.ChannelID
	Parent    table.ChannelID // the channel of the thread Channel, 0 if it is none
	NewThread bool            // the game is played in a new thread of Channel
	Forum     table.ChannelID // where the game is played in a new post, 0 if it is not
	By        table.InteractionID
	Guest     table.UserID // invited by the lobby's message, and may take a seat or not; 0 is nobody
	// Events begin the table's log. The first opens the lobby; the last may start the game.
	Events []table.Event
	Caps   Caps
}

// Table returns the table after the events.
func (o *Opening) Table() (*table.Table, error) { return table.Load(games.Rules, o.Events) }

// Open stores a new table. One for a new thread has no channel until MoveTo. It refuses a table
// beyond the caps, and with RefusedChannelTaken a second open table in a channel.
func (ts *Tables) Open(ctx context.Context, o Opening) error {
	t, err := o.Table()
	if err != nil {
		return err
	}
	if t, o.Events, err = ts.playChance(t, o.Events); err != nil {
		return err
	}
	ts.opening.Lock() // no table is opened while another opening counts the tables
	defer ts.opening.Unlock()
	if err := ts.checkCaps(ctx, o.Caps, o.Guild, t.Host); err != nil {
		return err
	}
	id, err := ts.store.NewTable(ctx)
	if err != nil {
		return err
	}
	after := Loaded{id, t, store.Header{Guild: o.Guild, Channel: o.Channel, Parent: o.Parent, Game: o.Game.Info().ID}}
	if o.NewThread {
		after.Header.Parent = o.Channel
	}
	if o.NewThread || o.Forum != 0 {
		after.Header.Channel = 0
	} else if last, err := ts.LastInChannel(ctx, o.Channel); err == nil {
		after.Header.Post = last.Header.Post
	}
	c := commitOf(ts.Forced, Loaded{ID: id}, &after, o.Events)
	c.Interaction = o.By
	if o.Guest != 0 {
		c.Outbox[0].To = o.Guest
	}
	if after.Header.Channel == 0 {
		c.Outbox = []store.Entry{{Table: id, Channel: o.Channel, Kind: NoteThread, Version: t.Version}}
	}
	if o.Forum != 0 {
		c.Outbox[0].Kind = OpenPost
		c.Outbox[0].Target = table.MessageID(o.Forum)
	}
	err = Commit(ctx, ts, c)
	if errors.Is(err, store.ErrChannelTaken) {
		return engine.Refuse(RefusedChannelTaken, "")
	}
	if err == nil {
		ts.callComputer(after)
	}
	return err
}

// Caps limit the open tables of a server, lobbies included. 0 means no limit.
type Caps struct {
	PerHost   int
	PerServer int
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
	if ids, err := ts.store.Playing(ctx, guild, host); err != nil || len(ids) < caps.PerHost {
		return err
	}
	playing, err := loadPlaying(ctx, ts, guild, host)
	hosted := slices.DeleteFunc(playing, func(s Loaded) bool { return s.Table.Host != host })
	if err == nil && len(hosted) >= caps.PerHost {
		return engine.Refuse(refusedTooManyHosted, "", "max", strconv.Itoa(caps.PerHost))
	}
	return err
}

// firstGames is how many games of a kind players end before they make the set-up themselves.
const firstGames = 3

// SetUp returns the events that start a game: start, made by Deal at t, and the set-up by chance
// for somebody alone or new to the game, unless the table wants it by hand.
func SetUp(
	ctx context.Context, ts *Tables, guild table.GuildID, t *table.Table, start table.Event,
) ([]table.Event, error) {
	events := []table.Event{start}
	byChance, err := setUpByChance(ctx, ts.store, guild, t)
	if !byChance || err != nil {
		return events, err
	}
	for t, err = t.Next(start); err == nil; t, err = t.Next(events[len(events)-1]) {
		legal := t.State.Legal(t.Turn().Slice()[0], nil)
		if len(legal) == 0 || !t.Game.Info().VerbInfo(legal[0].Verb).SetUp {
			return events, nil
		}
		m := legal[ts.dealer.IntN(len(legal))]
		events = append(events, t.PlayForced(table.Forced{Move: m}, start.At))
	}
	return events, nil // the commit refuses them
}

func setUpByChance(ctx context.Context, s Store, guild table.GuildID, t *table.Table) (bool, error) {
	in := t.Game.Info()
	byChance := in.Get(t.Options, engine.SetUpOption.Name) == engine.SetUpOption.Default
	if !byChance || t.Solo() {
		return byChance, nil
	}
	ended := map[table.UserID]int{}
	isNew := func(p table.Player) bool { return !p.IsComputer() && ended[p.User] < firstGames }
	for level := range engine.ComputerLevels + 1 {
		rows, err := s.Leaderboard(ctx, guild, store.Board{Game: in.ID, Level: level})
		if err != nil {
			return false, err
		}
		for _, row := range rows {
			ended[row.User] += row.Games
		}
		if !slices.ContainsFunc(t.Players, isNew) {
			return false, nil
		}
	}
	return true, nil
}
