package posts

import (
	"regexp"
	"slices"
	"strings"

	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine/table"
)

var countdown = regexp.MustCompile(`<t:\d+:R>`)

// HasClock reports whether a content has a countdown, which Discord counts up again afterwards.
func HasClock(content string) bool { return countdown.MatchString(content) }

// WithoutClocks returns the content of a table message that a newer one replaces. The clock of a
// round becomes a sentence that the round has ended, in place of the call to play. Lines with other
// clocks are gone; the first line stays.
func WithoutClocks(w *text.Words, content string) string {
	before, after, _ := strings.Cut(w.Say("bot.table.clock", "When", "\x00"), "\x00")
	lines := strings.Split(content, "\n")
	rest := lines[:1:1]
	over := false
	for _, line := range lines[1:] {
		switch {
		case !HasClock(line):
			rest = append(rest, line)
		case strings.HasPrefix(line, before) && strings.HasSuffix(line, after):
			rest = append(rest, w.Say("bot.table.clock_over"))
			over = true
		}
	}
	if over {
		rest = withoutCall(w, rest)
	}
	return strings.Join(rest, "\n")
}

// withoutCall replaces the call to play by the line that says that the round has ended, if there is
// a call.
func withoutCall(w *text.Words, lines []string) []string {
	ended := w.Say("bot.table.clock_over")
	for i, line := range lines {
		for _, call := range calls(w) {
			game, rest, begins := strings.Cut(line, " · "+call[0])
			_, last, ends := strings.Cut(rest, call[1])
			if begins && ends {
				lines[i] = game + " · " + ended + last
				return slices.DeleteFunc(lines, func(line string) bool { return line == ended })
			}
		}
	}
	return lines
}

func calls(w *text.Words) [][2]string {
	var parts [][2]string
	for _, key := range []string{"bot.table.next", "bot.table.meanwhile"} {
		for count := 1; count <= 2; count++ { // a player, and several
			before, after, _ := strings.Cut(w.Say(key, "Players", "\x00", "Count", count), "\x00")
			parts = append(parts, [2]string{before, after})
		}
	}
	return parts
}

// EndedNotice returns the content of a notice about a player's time after the turn, with words in
// place of the clock. While the table waits for a player with a notice, it has a fixed time, which
// never says how long ago it was.
func EndedNotice(w *text.Words, t *table.Table, content string) string {
	if anyNoticed(t) {
		return fixed(content)
	}
	lines := strings.Split(content, "\n")
	for i, line := range lines {
		if !HasClock(line) {
			continue
		}
		lines[i] = w.Say("bot.table.limit_over")
		for _, n := range noticesOver {
			if player, is := noticed(w, n.key, line); is {
				lines[i] = w.Say(n.over, "Player", player)
			}
		}
	}
	return strings.Join(lines, "\n")
}

func anyNoticed(t *table.Table) bool {
	return slices.ContainsFunc(t.Waits[:], func(wait table.Wait) bool {
		return wait.Reminded || wait.Called || wait.Extended != 0
	})
}

// noticesOver has the keys of notices, each with that of the text that replaces it when the turn is
// over.
var noticesOver = []struct{ key, over string }{
	{tables.PostReminder, "bot.table.remind_over"}, {reminderWithReserve, "bot.table.remind_over"},
	{reminderOfReserve, "bot.table.remind_over"}, {tables.PostExtension, "bot.table.extend_over"},
}

// noticed returns the player in a line that is the notice with a key.
func noticed(w *text.Words, key, line string) (player string, is bool) {
	const name, clock = "\x00", "\x01"
	said := w.Say("bot.table."+key, "Player", name, "When", clock, "Until", clock)
	before, after, _ := strings.Cut(said, name)
	player, begins := strings.CutPrefix(countdown.ReplaceAllString(line, clock), before)
	player, ends := strings.CutSuffix(player, after)
	return player, begins && ends
}

// fixed writes the times of clocks in full.
func fixed(content string) string {
	return countdown.ReplaceAllStringFunc(content, func(clock string) string {
		return strings.TrimSuffix(clock, "R>") + "f>"
	})
}
