package session

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sent is a request as the server received it.
type sent struct {
	Method, Path, Query, Auth string
	JSON                      string
	Files                     map[string]string
}

// answers returns a client of a server that gives the replies in turn and repeats the last one. got
// returns the requests so far.
func answers(t *testing.T, replies ...func(http.ResponseWriter)) (c *Client, got func() []sent) {
	t.Helper()
	f := newFake(t, healthy)
	var mu sync.Mutex
	var requests []sent
	f.rest = func(w http.ResponseWriter, r *http.Request) {
		s := received(t, r)
		mu.Lock()
		requests = append(requests, s)
		reply := replies[min(len(requests), len(replies))-1]
		mu.Unlock()
		reply(w)
	}
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	t.Cleanup(c.rest.closeIdle)
	return c, func() []sent {
		mu.Lock()
		defer mu.Unlock()
		return append([]sent(nil), requests...)
	}
}

func received(t *testing.T, r *http.Request) sent {
	s := sent{
		Method: r.Method,
		Path:   r.URL.Path,
		Query:  r.URL.RawQuery,
		Auth:   r.Header.Get("Authorization"),
		Files:  map[string]string{},
	}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		b, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		s.JSON = strings.TrimSpace(string(b))
		return s
	}
	parts := multipart.NewReader(r.Body, params["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			assert.ErrorIs(t, err, io.EOF)
			return s
		}
		b, err := io.ReadAll(part)
		assert.NoError(t, err)
		if part.FormName() == "payload_json" {
			s.JSON = strings.TrimSpace(string(b))
		} else {
			s.Files[part.FormName()+" "+part.FileName()+" "+part.Header.Get("Content-Type")] = string(b)
		}
	}
}

func reply(status int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func press(t *testing.T) *discordgo.Interaction {
	var i discordgo.Interaction
	require.NoError(t, json.Unmarshal([]byte(pressJSON), &i))
	return &i
}

const madeMessage = `{"interaction":{"id":"900","type":3,"response_message_id":"1234"},
	"resource":{"type":4,"message":{"id":"1234","components":[{"type":250}]}}}`

var fountain = File{Name: "board.png", ContentType: "image/png", Alt: "a fountain", Data: []byte("PNG")}

func TestNetworkErrorIsTemporaryAndContainsNoToken(t *testing.T) {
	t.Parallel()
	c, err := New(Config{Token: testToken, BaseURL: "http://127.0.0.1:1"}, Handlers{Interaction: ignore})
	require.NoError(t, err)
	_, err = c.Messages.Send(t.Context(), "5", &Message{Content: "hi"}, "")
	require.ErrorIs(t, err, ErrTemporary)

	_, err = c.Responder.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
	require.ErrorIs(t, err, ErrTemporary)
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
		assert.NotContains(t, text, press(t).Token)
		assert.NotContains(t, text, testToken)
	}
}

func TestEndedContextEndsARequest(t *testing.T) {
	t.Parallel()
	const wait = 600 * time.Second
	c, _ := answers(t, reply(429, `{"retry_after":600}`, "Retry-After", "600"))
	_, err := c.Messages.Send(t.Context(), "5", &Message{Content: "hi"}, "")
	require.ErrorIs(t, err, ErrTemporary)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err = c.Messages.Send(ctx, "5", &Message{Content: "hi"}, "")
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorIs(t, err, ErrTemporary)
	assert.Less(t, time.Since(began), wait, "the request must not wait for the rate limit")
}

func TestNoBucketsAreKeptForInteractionsOrIdleChannels(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(200, madeMessage))
	for n := range 40 {
		i := press(t)
		i.ID = fmt.Sprint(n + 1)
		_, err := c.Responder.Respond(t.Context(), i, Say(&Message{Content: "hi"}))
		require.NoError(t, err)
		_, err = c.Messages.Send(t.Context(), i.ID, &Message{Content: "hi"}, "")
		require.NoError(t, err)
	}
	assert.Empty(t, c.rest.limits.buckets, "discordgo alone keeps two buckets for each interaction, forever")
}

func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	var opened atomic.Int64
	f.rest = func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		_, _ = io.WriteString(w, madeMessage)
	}
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	t.Cleanup(c.rest.closeIdle)
	dial := c.rest.pool.DialContext
	c.rest.pool.DialContext = func(ctx context.Context, network, addr string) (conn net.Conn, err error) {
		opened.Add(1)
		return dial(ctx, network, addr)
	}
	for range 10 {
		var wg sync.WaitGroup
		for range 32 {
			wg.Go(func() {
				_, err := c.Responder.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
				assert.NoError(t, err)
			})
		}
		wg.Wait()
	}
	assert.LessOrEqual(t, opened.Load(), int64(64), "two idle connections would mean about 300")
}

// Without the retry, a connection that the server closed while it was idle would make the request
// fail.
func TestClosedIdleConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	f.rest = func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, madeMessage) }
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	t.Cleanup(c.rest.closeIdle)
	for range 20 {
		_, err := c.Responder.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
		require.NoError(t, err)
		f.server.CloseClientConnections()
	}
}
