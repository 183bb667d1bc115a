// Package rest makes requests to Discord.
//
// It respects Discord's rate limits and the context. It fails with an [Error] that says whether a
// second try can help. Errors name a request's route, never its URL, which may contain a token.
package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	apiPath     = "/api/v10"
	maxResponse = 8 << 20
	soon        = 10 * time.Second // see Config.Patient
	// userAgent has the form that Discord asks for, with the URL of the library.
	// https://discord.com/developers/docs/reference#user-agent
	userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") amytis"
)

// Client makes requests, also for several goroutines at once.
type Client struct {
	Clock Clock

	cfg    Config
	base   *url.URL
	pool   *http.Transport
	limits *limiter
}

func New(cfg Config, log *slog.Logger) (*Client, error) {
	cfg, base, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	pool := http.DefaultTransport.(*http.Transport).Clone()
	pool.DialContext = (&net.Dialer{Timeout: 5 * time.Second}).DialContext
	pool.MaxIdleConnsPerHost = 64 // the default of 2 halves the throughput
	pool.ResponseHeaderTimeout = cfg.Timeout
	pool.DisableCompression = true
	if cfg.Dial != nil {
		pool.Proxy = nil
		pool.DialContext = cfg.Dial
	}
	return &Client{cfg: cfg, base: base, pool: pool, limits: newLimiter(cfg, log)}, nil
}

func (r *Client) Close() { r.pool.CloseIdleConnections() }

func (r *Client) Dial() func(ctx context.Context, network, addr string) (net.Conn, error) {
	return r.cfg.Dial
}

func (r *Client) Authorization() string { return "Bot " + r.cfg.Token }

// Do makes a request with the bot's token, when the rate limits allow it, and decodes the response
// into result, unless that is nil. It retries only if Config.Patient is set.
func (r *Client) Do(ctx context.Context, q Request, result any) error {
	for {
		began := time.Now()
		p, err := r.limits.enter(ctx, q)
		if err != nil {
			return err
		}
		r.limits.traffic.sent(began)
		header, err := r.send(ctx, q, r.Authorization(), result)
		r.limits.leave(p, header, err)
		e, is := errors.AsType[*Error](err)
		if !is || e.Status != http.StatusTooManyRequests || e.RetryAfter > soon || !r.cfg.Patient {
			return err
		}
	}
}

// DoInteraction makes a request without the bot's token, with the token of an interaction in its
// path. Discord's limits for the bot do not count it.
func (r *Client) DoInteraction(ctx context.Context, q Request, result any) error {
	_, err := r.send(ctx, q, "", result)
	return err
}

func (r *Client) send(ctx context.Context, q Request, authorization string, result any) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Timeout)
	defer cancel()
	req, err := r.httpRequest(ctx, q)
	if err != nil {
		return nil, err
	}
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	if err := r.limits.traffic.check(q, lastRefused); err != nil {
		return nil, err
	}
	resp, err := r.pool.RoundTrip(req)
	if err != nil {
		return nil, noResponseError(q, err)
	}
	defer resp.Body.Close()
	if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		r.Clock.Saw(date, time.Now())
	}
	r.limits.traffic.saw(resp)
	body := io.LimitReader(resp.Body, maxResponse)
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		text, _ := io.ReadAll(body)
		refused := responseError(q, resp, text)
		if refused.banned {
			r.limits.traffic.ban(refused.RetryAfter)
		}
		return resp.Header, refused
	}
	if result != nil && resp.StatusCode != http.StatusNoContent {
		err = json.NewDecoder(body).Decode(result)
	}
	_, _ = io.Copy(io.Discard, body) // so that the connection can be reused
	if err != nil {
		return resp.Header, noResponseError(q, fmt.Errorf("reading the response: %w", err))
	}
	return resp.Header, nil
}

func (r *Client) httpRequest(ctx context.Context, q Request) (*http.Request, error) {
	path, err := q.path()
	if err == nil && q.JSON != nil {
		q.Body, err = JSON(q.JSON)
	}
	if err != nil {
		return nil, err
	}
	body := cmp.Or(q.Body, &Body{})
	at := url.URL{Scheme: r.base.Scheme, Host: r.base.Host, Path: apiPath + path, RawQuery: q.Query}
	req, err := http.NewRequestWithContext(ctx, q.Method, at.String(), bytes.NewReader(body.Data))
	if err != nil {
		return nil, fmt.Errorf("rest: %s: the request is not valid", q.Name()) // err names the URL
	}
	req.Header.Set("User-Agent", userAgent)
	if q.Body != nil {
		req.Header.Set("Content-Type", body.ContentType)
	}
	if q.Repeatable {
		req.Header["Idempotency-Key"] = []string{} // tells net/http that it may retry; an empty list is not sent
	}
	return req, nil
}
