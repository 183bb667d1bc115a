package session

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
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	apiPath     = "/api/v10"
	maxResponse = 8 << 20
	// userAgent has the form that Discord asks for, with the URL of the library.
	// https://discord.com/developers/docs/reference#user-agent
	userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") amytis"
)

// rest makes the HTTP requests. It does not use discordgo's REST client: that keeps a rate limit
// bucket for each URL forever, sleeps without checking the context, and hides the rate limit
// headers.
type rest struct {
	token     string
	base      url.URL
	transport http.RoundTripper
	observer  *observer
	pool      *http.Transport
	timeout   time.Duration
	limits    *limiter
	traffic   *traffic
	// unauthorized has something when Discord has refused the token.
	unauthorized chan struct{}
}

func newREST(cfg Config, log *slog.Logger) (*rest, error) {
	base := url.URL{Scheme: "https", Host: "discord.com"}
	if cfg.BaseURL != "" {
		given, err := url.Parse(cfg.BaseURL)
		if err != nil || given.Host == "" || given.Scheme != "http" && given.Scheme != "https" {
			return nil, fmt.Errorf("session: BaseURL %q does not have the form http://127.0.0.1:1234", cfg.BaseURL)
		}
		base = url.URL{Scheme: given.Scheme, Host: given.Host}
	}
	pool := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          128,
		MaxIdleConnsPerHost:   64, // the default of 2 halves the throughput
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ResponseHeaderTimeout: cfg.RequestTimeout,
		WriteBufferSize:       16 << 10,
		DisableCompression:    true,
	}
	if cfg.Dial != nil {
		pool.Proxy, pool.DialContext = nil, cfg.Dial
	}
	limits := newLimiter(cfg, log)
	watched := &observer{
		next: pool, clock: &discordClock{}, refused: limits.refused,
		traffic: &traffic{},
	}
	return &rest{
		token:     "Bot " + cfg.Token,
		base:      base,
		transport: watched,
		observer:  watched,
		pool:      pool,
		timeout:   cfg.RequestTimeout,
		limits:    limits,
		traffic:   watched.traffic,

		unauthorized: make(chan struct{}, 1),
	}, nil
}

func (r *rest) closeIdle() { r.pool.CloseIdleConnections() }

// request is one HTTP request to Discord. Make it with to.
type request struct {
	method string
	// route is the path below /api/v10, with placeholders for IDs and tokens. Errors and logs name it.
	route string
	ids   []string // for the placeholders
	// bucket names the rate limit, "" for that of the route and the first ID.
	bucket string
	query  string
	body   *payload // nil for none
	// repeatable says that sending a POST twice has the same effect as once; it is true of all other
	// methods. net/http may then retry it when the server has just closed the connection.
	repeatable bool
}

// to returns a request for a route.
func to(method, route string, ids ...string) request {
	return request{method: method, route: route, ids: ids, repeatable: method != http.MethodPost}
}

func (q request) name() string { return q.method + " " + q.route }

// limit returns the name of the rate limit.
func (q request) limit() string {
	if q.bucket != "" || len(q.ids) == 0 {
		return cmp.Or(q.bucket, q.name())
	}
	return q.name() + " " + q.ids[0]
}

// path returns the route with its IDs. An ID may be a token, so the error does not tell it.
func (q request) path() (string, error) {
	var path strings.Builder
	rest, ids := q.route, q.ids
	for {
		part, after, more := strings.Cut(rest, "{")
		path.WriteString(part)
		if !more {
			return path.String(), nil
		}
		var name string
		name, rest, _ = strings.Cut(after, "}")
		if len(ids) == 0 || !isPathSafe(ids[0]) {
			return "", fmt.Errorf("session: %s: the %s is missing or not valid", q.name(), name)
		}
		path.WriteString(ids[0])
		ids = ids[1:]
	}
}

// do makes a request without the bot's token, which carries the token of an interaction in its path.
// It decodes the response into result, unless that is nil.
func (r *rest) do(ctx context.Context, q request, result any) error {
	_, err := r.send(ctx, q, "", result)
	return err
}

// send makes a request with an Authorization header, unless that is empty.
func (r *rest) send(ctx context.Context, q request, authorization string, result any) (http.Header, error) {
	path, err := q.path()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	req := r.httpRequest(ctx, q, path)
	if authorization != "" {
		req.Header["Authorization"] = []string{authorization}
	}
	resp, err := r.transport.RoundTrip(req)
	if err != nil {
		return nil, noResponseError(q, path, err)
	}
	defer resp.Body.Close()
	body := io.LimitReader(resp.Body, maxResponse)
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		text, _ := io.ReadAll(body)
		return resp.Header, responseError(q, resp, text)
	}
	if result != nil && resp.StatusCode != http.StatusNoContent {
		err = json.NewDecoder(body).Decode(result)
	}
	// The rest is read, so that the connection can be reused.
	_, _ = io.Copy(io.Discard, body)
	if err != nil {
		return resp.Header, noResponseError(q, path, fmt.Errorf("reading the response: %w", err))
	}
	return resp.Header, nil
}

func (r *rest) httpRequest(ctx context.Context, q request, path string) *http.Request {
	req := (&http.Request{
		Method:     q.method,
		URL:        &url.URL{Scheme: r.base.Scheme, Host: r.base.Host, Path: apiPath + path, RawQuery: q.query},
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Host:       r.base.Host,
		Header:     http.Header{"User-Agent": {userAgent}},
	}).WithContext(ctx)
	if q.repeatable {
		req.Header["Idempotency-Key"] = []string{} // tells net/http that it may retry; an empty list is not sent
	}
	if q.body != nil {
		req.Header["Content-Type"] = []string{q.body.contentType}
		req.ContentLength = int64(len(q.body.data))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(q.body.data)), nil }
		req.Body, _ = req.GetBody() // never fails
	}
	return req
}

// limited makes a request with the bot's token, when the rate limits allow it. It decodes the
// response into result, unless that is nil.
func (r *rest) limited(ctx context.Context, q request, result any) error {
	if _, err := q.path(); err != nil {
		return err
	}
	began := time.Now()
	b, err := r.limits.enter(ctx, q.limit())
	if err != nil {
		return notSentError(q, err)
	}
	r.traffic.sent(began)
	header, err := r.send(ctx, q, r.token, result)
	r.limits.leave(b, header, err)
	var refused *Error
	if errors.As(err, &refused) && refused.Status == http.StatusUnauthorized {
		select {
		case r.unauthorized <- struct{}{}:
		default:
		}
	}
	return err
}

// withoutURL removes the URL from an error of net/http, because the URL may contain a token.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// isPathSafe reports whether an ID can be put into a path.
func isPathSafe(id string) bool {
	return id != "" && !strings.ContainsAny(id, "/?#%\\ ") && id != "." && id != ".."
}
