package tables

import (
	"context"
	"slices"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// firstGames is how many games of a kind players end before they make the set-up themselves.
const firstGames = 3

// SetUp returns the events that start a game: start, the event of Deal at t, and the moves of the
// set-up that chance makes. It makes them for somebody who is alone or new to the game, unless the
// table wants the set-up by hand.
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
