package localdiscord

import (
	"slices"
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
	late  []event // interactions, and how many more are to be late
	delay int
	armed atomic.Bool
}

func (e *eventFaults) clear() {
	e.silent.Store(false)
	e.silentHello.Store(false)
	e.reconnectFirst.Store(0)
	e.duplicate.Store(false)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drops, e.hold, e.held, e.delay, e.late = nil, 0, nil, 0, nil
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

// DropEvents loses the next n events of a type such as "INTERACTION_CREATE"; all types if empty. Of an interaction that
// is lost the user is told at once that nobody answered.
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

// ReleaseEvents delivers now what ReorderEvents and LateInteractions hold, and ends both.
func (f *Faults) ReleaseEvents() {
	e := &f.events
	e.mu.Lock()
	out := append(e.reversed(), e.late...)
	e.late, e.delay = nil, 0
	e.mu.Unlock()
	for _, ev := range out {
		f.server.gateway.deliver(ev)
	}
}

// LateInteractions delivers the next n interactions too late: the user is told at once that nobody answered, and the bot
// gets them behind the interaction that follows, or with ReleaseEvents.
func (f *Faults) LateInteractions(n int) {
	e := &f.events
	e.mu.Lock()
	defer e.mu.Unlock()
	e.delay = n
	e.armed.Store(true)
}

// pass gives what is to be delivered now that an event happens, and whether it is too late for that event.
func (e *eventFaults) pass(ev event) (out []event, missed bool) {
	out, missed = e.passOnce(ev)
	if ev.name == "INTERACTION_CREATE" && e.duplicate.Load() {
		more, again := e.passOnce(ev)
		return append(out, more...), missed && again
	}
	return out, missed
}

func (e *eventFaults) passOnce(ev event) (out []event, missed bool) {
	if !e.armed.Load() {
		return []event{ev}, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, d := range e.drops {
		if d.left > 0 && (d.name == "" || d.name == ev.name) {
			d.left--
			d.hits.Add(1)
			return nil, true
		}
	}
	if ev.name == "INTERACTION_CREATE" && e.delay > 0 {
		e.delay--
		e.late = append(e.late, ev)
		return nil, true
	}
	var late []event
	if ev.name == "INTERACTION_CREATE" {
		late, e.late = e.late, nil
	}
	if e.hold == 0 {
		return append([]event{ev}, late...), false
	}
	if e.held = append(e.held, ev); len(e.held) < e.hold {
		return late, false
	}
	return append(e.reversed(), late...), false
}

// reversed gives what is held, the last first, and holds no more.
func (e *eventFaults) reversed() []event {
	out := e.held
	slices.Reverse(out)
	e.held, e.hold = nil, 0
	return out
}
