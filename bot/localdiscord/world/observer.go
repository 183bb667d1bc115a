package world

// Change names what has changed: a message, a channel or thread, an emoji, the settings of a user,
// or the commands.
type Change struct {
	Message, Channel, Emoji, User string
	Commands                      bool
}

// Observer hears of every change, before anything else can happen in the world.
type Observer interface {
	Changed(w *World, c Change)
}

type Observers struct {
	recorder Observer
	watchers map[Observer]bool
}

// SetRecorder has an observer told before all others, so that it can store a change first.
func (all *Observers) SetRecorder(o Observer) { all.recorder = o }

func (all *Observers) Watch(o Observer) { all.watchers[o] = true }

func (all *Observers) Unwatch(o Observer) { delete(all.watchers, o) }

func (w *World) changed(c Change) {
	if w.Observers.recorder != nil {
		w.Observers.recorder.Changed(w, c)
	}
	for o := range w.Observers.watchers {
		o.Changed(w, c)
	}
}
