package localdiscord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Serving limits an HTTP server, so that slow connections cannot keep others from being served. The
// zero value has the defaults.
type Serving struct {
	// Request is how long a client may take to send a request, 30 s if zero. The header may take a
	// third of it.
	Request time.Duration
	// Answer is how long a request may be worked on and its answer be read, 2 min if zero.
	// Websockets have no limit.
	Answer time.Duration
	// Idle is how long a connection may wait for its next request, 2 min if zero.
	Idle time.Duration
}

// maxHeader is how many bytes the header of a request may have.
const maxHeader = 64 << 10

// Server returns a server that has not started.
func (l Serving) Server(handler http.Handler, log *slog.Logger) *http.Server {
	request := cmp.Or(l.Request, 30*time.Second)
	return &http.Server{Handler: handler, ReadHeaderTimeout: request / 3, ReadTimeout: request,
		WriteTimeout: cmp.Or(l.Answer, 2*time.Minute), IdleTimeout: cmp.Or(l.Idle, 2*time.Minute), MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
}

// StopServing ends a server, and its connections even if they are busy.
func StopServing(s *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	err := s.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close()
	}
	return err
}
