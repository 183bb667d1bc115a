package world

// Change names what has changed: a message, a channel or thread, an emoji, the settings of a user,
// the commands, or what stands below the bot's name.
type Change struct {
	Message, Channel, Emoji, User string
	Commands                      bool
	Presence                      *string
}

// Observer hears of every change, before anything else can happen in the world.
type Observer interface {
	Changed(w *World, c Change)
}

func (w *World) changed(c Change) {
	if w.Recorder != nil {
		w.Recorder.Changed(w, c)
	}
	for o := range w.Watchers {
		o.Changed(w, c)
	}
}
