package seats

import (
	"context"
	"strconv"
	"time"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// soloLevel is the level of the computers if the user chooses none. It suits a first game.
const soloLevel = 2

// solo handles /game solo: it opens and starts a game against computers.
func solo(panel ShowPanel) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		level, err := strconv.Atoi(r.Options["level"])
		if err != nil || level < 1 || level > engine.ComputerLevels {
			level = soloLevel
		}
		return openSolo(ctx, r, panel, r.Options["game"], level)
	}
}

func pressSolo(panel ShowPanel) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		return openSolo(ctx, r, panel, r.Control().Arg, soloLevel)
	}
}

// openSolo opens and starts a game of the user against as many computers as it needs, and answers
// with the turn panel. One commit does both, so a kill leaves either no table or one to play at.
func openSolo(ctx context.Context, r *interaction.Request, panel ShowPanel, game string, level int) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	g, found := games.Find(game)
	if !found {
		g = games.All[0]
	}
	events, err := soloEvents(ctx, r, g, level)
	if err != nil {
		return interaction.AboutGame(g, err)
	}
	err = storeOpening(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, By: r.ID, Events: events,
	})
	if err != nil {
		return err
	}
	s, err := tables.Announced(ctx, r.Tables, r.Channel, announcedWithin)
	if err != nil {
		return err
	}
	return panel(ctx, r, s.ID)
}

// announcedWithin is how long the panel waits for the table's first message, which should stand
// above it. It is shorter than the time after which an answer is deferred.
const announcedWithin = time.Second

// soloEvents returns the events that open a table, seat the user and the computers, and start the
// game. The user has the first seat, to begin at once.
func soloEvents(ctx context.Context, r *interaction.Request, g games.Entry, level int) ([]table.Event, error) {
	c, err := chosenTime(ctx, r)
	if err != nil {
		return nil, err
	}
	in, now := g.Info(), r.Now().UnixMilli()
	opened := table.OpenLobby(in, table.Player{User: r.User, Name: r.Name}, nil, c.Limit, now).
		WithReserve(c.Reserve)
	opened.Order = []table.UserID{r.User}
	t, err := table.Open(g.Game, opened)
	events := []table.Event{opened}
	for err == nil && len(t.Players) < in.MinSeats {
		computer := sentences.Computer(r.PublicWords(ctx), t.FreeComputer(level))
		events = append(events, table.AddComputer(computer, r.User, now))
		t, err = t.Next(events[len(events)-1])
	}
	if err != nil {
		return nil, err
	}
	return append(events, r.Tables.Deal(t, r.User)), nil
}
