// Package resttest has what tests of the client share: replies to its requests, and a press.
package resttest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const Token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GxYzAb.q9s8d7f6g5h4j3k2l1-zxcvbnm_QWERTY"

// Sent is a request as the server received it.
type Sent struct {
	Method, Path, Query, Auth string
	JSON                      string
	Files                     map[string]string
}

// Answers starts a server that gives the replies in turn, the last for ever. got has the requests.
func Answers(t *testing.T, replies ...func(http.ResponseWriter)) (url string, got func() []Sent) {
	t.Helper()
	var mu sync.Mutex
	var requests []Sent
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := received(t, r)
		mu.Lock()
		requests = append(requests, s)
		reply := replies[min(len(requests), len(replies))-1]
		mu.Unlock()
		reply(w)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []Sent {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(requests)
	}
}

func received(t *testing.T, r *http.Request) Sent {
	s := Sent{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Auth: r.Header.Get("Authorization"),
		Files: map[string]string{},
	}
	if r.ParseMultipartForm(1<<20) != nil {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		s.JSON = string(body)
		return s
	}
	s.JSON = strings.TrimSpace(r.FormValue("payload_json"))
	for field, files := range r.MultipartForm.File {
		in, err := files[0].Open()
		assert.NoError(t, err)
		data, err := io.ReadAll(in)
		assert.NoError(t, err)
		s.Files[field+" "+files[0].Filename+" "+files[0].Header.Get("Content-Type")] = string(data)
	}
	return s
}

func Reply(status int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for header := range slices.Chunk(headers, 2) {
			w.Header().Set(header[0], header[1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

const PressJSON = `{"id":"900","application_id":"77","type":3,"token":"aW50ZXJhY3Rpb246OTAwOnNlY3JldA","version":1,
	"channel_id":"5","guild_id":"6","member":{"user":{"id":"42","username":"ana"},"roles":[]},
	"message":{"id":"800","channel_id":"5"},"data":{"custom_id":"x","component_type":2}}`

// Press returns the interaction of PressJSON.
func Press(t *testing.T) *discordgo.Interaction {
	var i discordgo.Interaction
	require.NoError(t, json.Unmarshal([]byte(PressJSON), &i))
	return &i
}

// MadeMessage is what Discord replies to an answer that makes a message.
const MadeMessage = `{"interaction":{"id":"900","type":3,"response_message_id":"1234"},
	"resource":{"type":4,"message":{"id":"1234","components":[{"type":250}]}}}`

// Patience limits every wait in a test. It is more than a busy machine needs.
const Patience = time.Minute

func Eventually(t *testing.T, cond func() bool, what string) {
	t.Helper()
	require.Eventually(t, cond, Patience, 2*time.Millisecond, what)
}

// Run calls run with a context until stop is called or the test ends. stop returns run's error.
func Run(t *testing.T, run func(context.Context) error) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(Patience):
			t.Error("Run did not end")
			return nil
		}
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

// LockedBuffer can be read while something is written to it.
type LockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *LockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *LockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *LockedBuffer) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Reset()
}
