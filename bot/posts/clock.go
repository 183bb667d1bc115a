package posts

import (
	"regexp"
	"strings"

	"amytis/bot/text"
)

// countdown matches what telling.Countdown returns.
var countdown = regexp.MustCompile(`<t:\d+:R>`)

// HasClock reports whether the content of a message has a time that Discord shows as a countdown.
// After that time, Discord shows how long ago it was.
func HasClock(content string) bool { return countdown.MatchString(content) }

// WithoutClocks returns the content of a table message that a newer one replaces. The clock of the
// round has ended in it. Lines about other times are gone; the first line stays.
func WithoutClocks(w *text.Words, content string) string {
	before, after, _ := strings.Cut(w.Say("bot.table.clock", "When", "\x00"), "\x00")
	lines := strings.Split(content, "\n")
	kept := lines[:1]
	for _, line := range lines[1:] {
		switch {
		case !HasClock(line):
			kept = append(kept, line)
		case strings.HasPrefix(line, before) && strings.HasSuffix(line, after):
			kept = append(kept, w.Say("bot.table.clock_over"))
		}
	}
	return strings.Join(kept, "\n")
}
