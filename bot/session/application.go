package session

import (
	"context"
	"net/http"
	"sync/atomic"
)

// Application changes what belongs to the bot's application on all servers: its commands and its
// emoji.
type Application struct {
	rest *rest
	id   atomic.Pointer[string] // nil while it is not known
}

// lookUpID returns the ID of the application. It comes from READY, or from a request if the bot has
// not been connected yet.
func (a *Application) lookUpID(ctx context.Context) (string, error) {
	if id := a.id.Load(); id != nil {
		return *id, nil
	}
	var app idResponse
	if err := a.rest.limited(ctx, to(http.MethodGet, "/applications/@me"), &app); err != nil {
		return "", err
	}
	a.id.Store(&app.ID)
	return app.ID, nil
}

// BotID asks Discord for the ID of the bot's user. READY tells it as well.
func (a *Application) BotID(ctx context.Context) (string, error) { return a.rest.botID(ctx) }

func (r *rest) botID(ctx context.Context) (string, error) {
	var self idResponse
	err := r.limited(ctx, to(http.MethodGet, "/users/@me"), &self)
	return self.ID, err
}
