package sentences

import (
	"strings"

	"amytis/bot/text"
	"amytis/engine"
)

// IsRuling reports whether a topic is a ruling, which refusals cite by its number, such as "G-6".
func IsRuling(topic string) bool { return strings.Contains(topic, "-") }

// Topic returns the title of a page of a game's rules, for a ruling with its number.
func Topic(w *text.Words, in *engine.Info, topic string) string {
	title := w.Say(in.ID + ".rules." + topic + ".title")
	if IsRuling(topic) && !strings.Contains(title, topic) {
		return topic + " · " + title
	}
	return title
}
