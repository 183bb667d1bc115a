package gateway

import (
	"context"
	"errors"
	"net/http"

	"amytis/bot/discord/rest"
)

// Info is what Discord says about the gateway: where it is, how many shards it recommends,
// and how many sessions may be started.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
type Info struct {
	URL    string     `json:"url"`
	Shards int        `json:"shards"`
	Limit  StartLimit `json:"session_start_limit"`
}

// StartLimit is how many sessions a bot may start.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
type StartLimit struct {
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	// ResetAfter is the time until Remaining is Total again, in milliseconds.
	ResetAfter int64 `json:"reset_after"`
	// MaxConcurrency is the number of buckets of shards. Each may start one session in 5 s.
	MaxConcurrency int `json:"max_concurrency"`
}

// Lookup asks Discord about the gateway. The error is a FinalError if Discord does not accept the
// token.
func Lookup(ctx context.Context, r *rest.Client) (Info, error) {
	var info Info
	q := rest.To(http.MethodGet, "/gateway/bot")
	err := r.Do(ctx, q, &info)
	var refused *rest.Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return info, &FinalError{Code: http.StatusUnauthorized}
	case err != nil:
		return info, err
	case info.URL == "":
		return info, &rest.Error{Route: q.Name(), Err: errors.New("the response names no gateway")}
	}
	return info, nil
}
