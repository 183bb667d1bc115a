package seats

import (
	"context"
	"strconv"
	"time"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// soloLevel is the level of the computers if the user chooses none. It suits a first game.
const soloLevel = 2

// solo handles /game solo and its button: it opens and starts a game against as many computers as
// it needs. The user has the first seat, to begin at once.
func solo(ctx context.Context, r *interaction.Request) error {
	if game := r.Control().Arg; game != "" {
		r.Options[gameOption] = game
	}
	level, err := strconv.Atoi(r.Options["level"])
	if err != nil || level < 1 || level > engine.ComputerLevels {
		level = soloLevel
	}
	g, lobby, err := chosenLobby(ctx, r)
	if err != nil {
		return err
	}
	lobby.Order = []table.UserID{r.User}
	return startAlone(ctx, r, g, append([]table.Event{lobby}, computers(ctx, r, g.Info().MinSeats-1, level)...))
}

// startAlone opens a table by events, starts its game, and answers with the turn panel. The user is
// ready for a round. One commit does all, so a kill leaves either no table or one to play at.
func startAlone(ctx context.Context, r *interaction.Request, g games.Entry, events []table.Event) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	o := tables.Opening{Game: g.Game, Guild: r.Guild, Channel: r.Channel, By: r.ID, Events: events}
	t, err := o.Table()
	if err != nil {
		return interaction.AboutGame(g, err)
	}
	started, err := tables.SetUp(ctx, r.Tables, r.Guild, t, r.Tables.Deal(t, r.User))
	if err != nil {
		return err
	}
	o.Events = append(o.Events, started...)
	if t, err = o.Table(); err == nil && t.NotReady().Has(t.Seat(r.User)) {
		o.Events = append(o.Events, table.ReadyUp(t.Seat(r.User), r.User, r.Now().UnixMilli()))
	}
	if err := storeOpening(ctx, r, g, o); err != nil {
		return err
	}
	s, err := tables.Announced(ctx, r.Tables, r.Channel, announcedWithin)
	if err != nil {
		return err
	}
	return r.ShowPanel(ctx, r, s.ID)
}

// announcedWithin is how long the panel waits for the table's first message, which should stand
// above it. It is shorter than the time after which an answer is deferred.
const announcedWithin = time.Second
