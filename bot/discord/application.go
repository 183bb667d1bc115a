package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"amytis/bot/discord/rest"
)

// Application changes what belongs to the bot's application on all servers: its commands and its
// emoji.
type Application struct {
	rest *rest.Client
	id   atomic.Pointer[string] // nil while it is not known
}

// lookUpID returns the ID of the application. It comes from READY, or from a request if the bot has
// not been connected yet.
func (a *Application) lookUpID(ctx context.Context) (string, error) {
	if id := a.id.Load(); id != nil {
		return *id, nil
	}
	var app rest.Object
	if err := a.rest.Do(ctx, rest.To(http.MethodGet, "/applications/@me"), &app); err != nil {
		return "", err
	}
	a.id.Store(&app.ID)
	return app.ID, nil
}

// gotReady notes the ID that READY tells.
func (a *Application) gotReady(data []byte) {
	var ready struct {
		Application rest.Object `json:"application"`
	}
	if json.Unmarshal(data, &ready) == nil && ready.Application.ID != "" {
		a.id.Store(&ready.Application.ID)
	}
}

// BotID asks Discord for the ID of the bot's user. READY tells it as well.
func (a *Application) BotID(ctx context.Context) (string, error) { return botID(ctx, a.rest) }

func botID(ctx context.Context, r *rest.Client) (string, error) {
	var self rest.Object
	err := r.Do(ctx, rest.To(http.MethodGet, "/users/@me"), &self)
	return self.ID, err
}
