// Package serve serves HTTP so that slow or many connections cannot keep others from being served.
// It knows nothing about requests.
package serve

import (
	"cmp"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of a server. The zero value has the defaults.
type Limits struct {
	// Request is how long a client may take to send a request, 30 s if zero. The header may take a
	// third of it.
	Request time.Duration
	// Answer is how long a request may be worked on and its answer be read, 2 min if zero.
	// Websockets have no limit.
	Answer time.Duration
	// Idle is how long a connection may wait for its next request, 2 min if zero.
	Idle time.Duration
	// Connections is how many connections are served at a time, 1,000 if zero. Others wait.
	Connections int
	// PerHost is how many connections one address may have, all if zero. Others are closed.
	PerHost int
}

// maxHeader is how many bytes the header of a request may have.
const maxHeader = 64 << 10

func (l Limits) withDefaults() Limits {
	l.Request = cmp.Or(l.Request, 30*time.Second)
	l.Answer = cmp.Or(l.Answer, 2*time.Minute)
	l.Idle = cmp.Or(l.Idle, 2*time.Minute)
	l.Connections = cmp.Or(l.Connections, 1000)
	l.PerHost = cmp.Or(l.PerHost, l.Connections)
	return l
}

// Server returns a server that has not started. It serves a listener from [Limits.Limit].
func (l Limits) Server(handler http.Handler, log *slog.Logger) *http.Server {
	l = l.withDefaults()
	return &http.Server{Handler: handler, ReadHeaderTimeout: l.Request / 3, ReadTimeout: l.Request,
		WriteTimeout: l.Answer, IdleTimeout: l.Idle, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
}

// Limit returns a listener that accepts only as many connections as the limits allow.
func (l Limits) Limit(inner net.Listener) net.Listener {
	l = l.withDefaults()
	return &listener{Listener: inner, slots: make(chan struct{}, l.Connections), perHost: l.PerHost,
		hosts: map[string]int{}, closed: make(chan struct{})}
}
