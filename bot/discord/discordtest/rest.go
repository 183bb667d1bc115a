package discordtest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Sent is a request as the server received it.
type Sent struct {
	Method, Path, Query, Auth string
	JSON                      string
	Files                     map[string]string
}

// Answers starts a server that gives the replies in turn and repeats the last one. got returns the
// requests so far.
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
		return append([]Sent(nil), requests...)
	}
}

func received(t *testing.T, r *http.Request) Sent {
	s := Sent{
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

func Reply(status int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// Press returns the interaction of PressJSON.
func Press(t *testing.T) *discordgo.Interaction {
	var i discordgo.Interaction
	require.NoError(t, json.Unmarshal([]byte(PressJSON), &i))
	return &i
}

const MadeMessage = `{"interaction":{"id":"900","type":3,"response_message_id":"1234"},
	"resource":{"type":4,"message":{"id":"1234","components":[{"type":250}]}}}`

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
