package interaction

import (
	"context"

	"amytis/bot/play/lessons"
	"amytis/bot/play/tables"
	"amytis/engine"
)

// Handler answers one interaction. The router answers its error by Answer.Fail.
type Handler func(ctx context.Context, r *Request) error

// Routes maps routes to what is done. A command's route is "command subcommand" or "command group
// subcommand", its autocomplete's has a "?" before it. In the menu of a person or a message it is
// "@" and its name. A control's is ":" and its action, a sent form's "=" and its action.
type Routes map[string]Route

// Route says what is done, and where.
type Route struct {
	Handle Handler
	// About reads the table that a command is about, for Request.At. A control's is there already.
	About func(*Request, context.Context) (tables.Loaded, error)
	In    Places
}

// Places are where a route is offered. discord/commands says where Discord offers a whole command.
type Places uint8

const (
	WithBot    Places = iota // servers, and direct channels with the bot
	WithPeople               // servers
	Anywhere                 // also where the bot is not: the route needs no announcement
	AtHome                   // anywhere, but the interaction is then about the user's direct channel
)

// Serve handles an interaction where the route is offered. lead leads it to a trial.
func (rt Route) Serve(ctx context.Context, r *Request, lead Handler) error {
	err := rt.admit(ctx, r)
	if err == nil {
		err = lead(ctx, r)
	}
	if err == nil {
		err = r.loadControl(ctx)
	}
	if err == nil {
		err = rt.Run(ctx, r)
	}
	return err
}

// Run is Serve for an interaction that another route has admitted.
func (rt Route) Run(ctx context.Context, r *Request) (err error) {
	if rt.About != nil {
		if r.At, err = rt.About(r, ctx); err != nil {
			return err
		}
	}
	return rt.Handle(ctx, r)
}

func (rt Route) admit(ctx context.Context, r *Request) error {
	_, lesson := lessons.WithID(r.Control.Table)
	switch {
	case r.Place == Direct && rt.In == WithPeople:
		return engine.Refuse(RefusedInDirect, "")
	case r.Place != Elsewhere || lesson:
	case rt.In == WithBot, rt.In == WithPeople:
		return engine.Refuse(RefusedElsewhere, "")
	case rt.In == AtHome:
		return r.goHome(ctx)
	}
	return nil
}
