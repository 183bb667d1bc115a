package session

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// gatewayInfo is what Discord says about the gateway: where it is, how many shards it recommends,
// and how many sessions may be started.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
type gatewayInfo struct {
	URL    string     `json:"url"`
	Shards int        `json:"shards"`
	Limit  startLimit `json:"session_start_limit"`
}

// startLimit is how many sessions a bot may start.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
type startLimit struct {
	Total     int `json:"total"`
	Remaining int `json:"remaining"`
	// ResetAfter is the time until Remaining is Total again, in milliseconds.
	ResetAfter int64 `json:"reset_after"`
	// MaxConcurrency is the number of buckets of shards. Each may start one session in 5 s.
	MaxConcurrency int `json:"max_concurrency"`
}

// gateway asks for the gateway. The error is a FinalError if Discord does not accept the token.
func (r *rest) gateway(ctx context.Context, timeout time.Duration) (gatewayInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var info gatewayInfo
	q := to(http.MethodGet, "/gateway/bot")
	err := r.limited(ctx, q, &info)
	var refused *Error
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return info, &FinalError{Code: http.StatusUnauthorized}
	case err != nil:
		return info, err
	case info.URL == "":
		return info, &Error{Route: q.name(), Err: errors.New("the response names no gateway")}
	}
	return info, nil
}
