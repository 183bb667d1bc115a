package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	userAgent   = "DiscordBot (amytis, discordgo " + discordgo.VERSION + ")"
)

// rest makes the HTTP requests. It does without discordgo's, which keep a rate limit bucket for each URL for ever,
// sleep without looking at the context, and hide the headers that say how much may still be sent.
type rest struct {
	token     string
	base      url.URL
	transport http.RoundTripper
	pool      *http.Transport
	timeout   time.Duration
	limits    *limiter
}

func newREST(cfg Config) (*rest, error) {
	base := url.URL{Scheme: "https", Host: "discord.com"}
	if cfg.BaseURL != "" {
		given, err := url.Parse(cfg.BaseURL)
		if err != nil || given.Host == "" || given.Scheme != "http" && given.Scheme != "https" {
			return nil, fmt.Errorf("session: BaseURL %q is not like http://127.0.0.1:1234", cfg.BaseURL)
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
	return &rest{
		token:     "Bot " + cfg.Token,
		base:      base,
		transport: &redirector{base: base, next: pool},
		pool:      pool,
		timeout:   cfg.RequestTimeout,
		limits:    newLimiter(cfg.RequestsPerSecond),
	}, nil
}

// redirector sends every request to the configured scheme and host.
type redirector struct {
	base url.URL
	next http.RoundTripper
}

func (r *redirector) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Scheme == r.base.Scheme && req.URL.Host == r.base.Host {
		return r.next.RoundTrip(req)
	}
	moved := *req
	u := *req.URL
	u.Scheme, u.Host = r.base.Scheme, r.base.Host
	moved.URL, moved.Host = &u, ""
	return r.next.RoundTrip(&moved)
}

func (r *rest) closeIdle() { r.pool.CloseIdleConnections() }

// request is one HTTP request to Discord.
type request struct {
	method string
	route  string // for errors and logs: without ids and tokens
	path   string // below /api/v10
	query  string
	body   *payload // nil: none. do takes it over
	// repeatable tells that doing it twice is as good as once, so that a connection which the server has just closed
	// may be replaced without asking.
	repeatable bool
	// anonymous requests carry an interaction token in their path instead of the bot's.
	anonymous bool
}

// do makes a request and decodes the answer into result, unless that is nil.
func (r *rest) do(ctx context.Context, q request, result any) (http.Header, error) {
	if q.body != nil {
		defer q.body.release()
	}
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	resp, err := r.transport.RoundTrip(r.httpRequest(ctx, q))
	if err != nil {
		return nil, unreachable(q, err)
	}
	defer resp.Body.Close()
	body := io.LimitReader(resp.Body, maxResponse)
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		text, _ := io.ReadAll(body)
		return resp.Header, refusal(q, resp, text)
	}
	if result != nil && resp.StatusCode != http.StatusNoContent {
		err = json.NewDecoder(body).Decode(result)
	}
	// What is left is read, so that the connection can be used again.
	_, _ = io.Copy(io.Discard, body)
	if err != nil {
		return resp.Header, unreachable(q, fmt.Errorf("reading the answer: %w", err))
	}
	return resp.Header, nil
}

func (r *rest) httpRequest(ctx context.Context, q request) *http.Request {
	req := (&http.Request{
		Method:     q.method,
		URL:        &url.URL{Scheme: r.base.Scheme, Host: r.base.Host, Path: apiPath + q.path, RawQuery: q.query},
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Host:       r.base.Host,
		Header:     http.Header{"User-Agent": {userAgent}},
	}).WithContext(ctx)
	if !q.anonymous {
		req.Header["Authorization"] = []string{r.token}
	}
	if q.repeatable {
		req.Header["Idempotency-Key"] = []string{} // says so to net/http only: an empty list is not sent
	}
	if q.body != nil {
		req.Header["Content-Type"] = []string{q.body.contentType}
		req.ContentLength = int64(q.body.buf.Len())
		req.Body = q.body.reader()
		req.GetBody = func() (io.ReadCloser, error) { return q.body.reader(), nil }
	}
	return req
}

// limited makes a request under the rate limits of the bot's token, waiting for its turn in the bucket.
func (r *rest) limited(ctx context.Context, bucket string, q request, result any) error {
	b, err := r.limits.enter(ctx, bucket)
	if err != nil {
		if q.body != nil {
			q.body.release()
		}
		return waitedTooLong(q, err)
	}
	header, err := r.do(ctx, q, result)
	r.limits.leave(b, header, err)
	return err
}

// withoutURL takes the URL out of an error of net/http: it may hold a token.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// safe tells whether an id can be put into a path.
func safe(id string) bool {
	return id != "" && !strings.ContainsAny(id, "/?#%\\ ") && id != "." && id != ".."
}
