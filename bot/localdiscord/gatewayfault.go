package localdiscord

import (
	"sync"
	"sync/atomic"
)

// eventFaults are what happens to events and connections of the gateway.
type eventFaults struct {
	silent         atomic.Bool // nothing is sent any more, heartbeats are not answered
	silentHello    atomic.Bool // nothing is sent after HELLO
	reconnectFirst atomic.Int32
	duplicate      atomic.Bool

	mu    sync.Mutex
	drops []*EventDrop
	held  []event
	hold  int
	armed atomic.Bool
}

func (e *eventFaults) clear() {
	e.silent.Store(false)
	e.silentHello.Store(false)
	e.reconnectFirst.Store(0)
	e.duplicate.Store(false)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drops, e.hold, e.held = nil, 0, nil
	e.armed.Store(false)
}

// Reconnect sends Op 7 to every connection.
func (f *Faults) Reconnect() { f.server.gateway.sendAll(opReconnect, nil) }

// InvalidateSession sends Op 9 to every connection. If the session is not resumable it is forgotten.
func (f *Faults) InvalidateSession(resumable bool) { f.server.gateway.invalidate(resumable) }

// CloseGateway closes every connection with a code, such as 4000 (unknown error) or 4004 (authentication failed).
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
func (f *Faults) CloseGateway(code int) { f.server.gateway.closeWith(code, "as scripted") }

// CutGateway breaks every connection without a word.
func (f *Faults) CutGateway() { f.server.gateway.cutAll() }

// RejectToken makes the gateway refuse the bot's token with 4004 from now on and closes its connections, as when the
// token was reset. Undo with false.
func (f *Faults) RejectToken(reject bool) {
	f.server.gateway.rejectToken.Store(reject)
	if reject {
		f.server.gateway.closeWith(closeAuthFailed, "Authentication failed.")
	}
}

// Silent makes the gateway stop talking on every connection, and heartbeats are not answered. What would have been sent
// is kept for a resume.
func (f *Faults) Silent(silent bool) { f.events.silent.Store(silent) }

// SilentAfterHello makes new connections stay silent after HELLO.
func (f *Faults) SilentAfterHello(silent bool) { f.events.silentHello.Store(silent) }

// ReconnectFirst answers the next connections, n of them, with Op 7 where READY should be.
func (f *Faults) ReconnectFirst(n int) { f.events.reconnectFirst.Store(int32(n)) }

// DuplicateInteractions delivers every interaction twice.
func (f *Faults) DuplicateInteractions(duplicate bool) { f.events.duplicate.Store(duplicate) }

// Duplicating tells whether every interaction is delivered twice.
func (f *Faults) Duplicating() bool { return f.events.duplicate.Load() }

// EventDrop loses events.
type EventDrop struct {
	name string
	left int
	hits atomic.Int64
	from *eventFaults
}

// DropEvents loses the next n events of a type such as "INTERACTION_CREATE"; all types if empty.
func (f *Faults) DropEvents(name string, n int) *EventDrop {
	e := &f.events
	e.mu.Lock()
	defer e.mu.Unlock()
	d := &EventDrop{name: name, left: n, from: e}
	e.drops = append(e.drops, d)
	e.armed.Store(true)
	return d
}

// Hits is how many events were lost.
func (d *EventDrop) Hits() int { return int(d.hits.Load()) }

// Remove ends the losses.
func (d *EventDrop) Remove() {
	d.from.mu.Lock()
	defer d.from.mu.Unlock()
	d.left = 0
}

// ReorderEvents holds the next n events back and then delivers them in reverse order.
func (f *Faults) ReorderEvents(n int) {
	e := &f.events
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hold = n
	e.armed.Store(true)
}

// pass gives what is to be delivered now that an event happens.
func (e *eventFaults) pass(ev event) []event {
	if ev.name == "INTERACTION_CREATE" && e.duplicate.Load() {
		return append(e.passOnce(ev), e.passOnce(ev)...)
	}
	return e.passOnce(ev)
}

func (e *eventFaults) passOnce(ev event) []event {
	if !e.armed.Load() {
		return []event{ev}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, d := range e.drops {
		if d.left > 0 && (d.name == "" || d.name == ev.name) {
			d.left--
			d.hits.Add(1)
			return nil
		}
	}
	if e.hold == 0 {
		return []event{ev}
	}
	e.held = append(e.held, ev)
	if len(e.held) < e.hold {
		return nil
	}
	out := make([]event, 0, len(e.held))
	for i := len(e.held) - 1; i >= 0; i-- {
		out = append(out, e.held[i])
	}
	e.held, e.hold = nil, 0
	return out
}
