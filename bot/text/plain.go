package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Plain escapes a name so that Discord shows it as typed, without markdown or mentions.
func Plain(name string) string { return markdown.Replace(name) }

// Unescaped undoes Plain and removes the marks of code spans.
func Unescaped(text string) string { return unmarked.Replace(text) }

// These stand before computers' names, and in no person's. No font of pictures has the first.
const computerMark, drawnMark = "🤖", "◊"

// lookalikes removes the marks of computers and what looks like them.
var lookalikes = strings.NewReplacer(computerMark, "", drawnMark, "", "◇", "", "⋄", "", "♢", "", "⬦", "", "⟡", "", "◈", "")

// Shown returns a person's name as everybody reads it: in one line, without marks of computers and
// invisible characters, but with those that join emoji and letters. It may be "".
func Shown(name string) string {
	var last rune
	kept := strings.Map(func(r rune) rune {
		joins := strings.ContainsRune("\u200c\u200d", r) || unicode.Is(unicode.Variation_Selector, r) ||
			r >= 0xE0020 && r <= 0xE007F // tags of flags
		hidden := !unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == '\u2800'
		if joins && last < 0x300 || !joins && hidden && !unicode.IsSpace(r) {
			return -1
		}
		last = r
		return r
	}, lookalikes.Replace(norm.NFC.String(name)))
	if !strings.ContainsFunc(kept, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) }) {
		return ""
	}
	return strings.Join(strings.Fields(kept), " ")
}

// Unformatted returns the text of a message for an alt text.
func Unformatted(said string) string { return Unescaped(strings.ReplaceAll(said, "**", "")) }

func Marked(name string) string { return computerMark + " " + name }

// Drawn is Marked for pictures.
func Drawn(name string) string { return drawnMark + " " + name }

// maxQuoted is more characters than any player's name or move has.
const maxQuoted = 100

// Quoted prepares typed text for engine.RuleError.Args: short, and no "@" reference to a text.
func Quoted(typed string) string {
	text := Plain(Cut(typed, maxQuoted))
	if strings.HasPrefix(text, "@") {
		return "\u200b" + text
	}
	return text
}

// escapes lists pairs: a string that Plain replaces, and its replacement.
var escapes = []string{
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "@", "@\u200b",
	"[", `\[`, "]", `\]`, "#", `\#`, ":", `\:`,
}

var markdown = strings.NewReplacer(escapes...)

var unmarked = func() *strings.Replacer {
	pairs := []string{"`", ""}
	for pair := range slices.Chunk(escapes, 2) {
		pairs = append(pairs, pair[1], pair[0])
	}
	return strings.NewReplacer(pairs...)
}()

// Capital makes the first letter of a text a capital.
func Capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

// Cut shortens a longer text to n characters, the last of which is an ellipsis.
func Cut(s string, n int) string {
	if len(s) <= n { // no character takes less than a byte
		return s
	}
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}

// Fit tells how well a value fits typed text, lower is better.
type Fit int

const (
	StartsWith Fit = iota
	Contains
	NoMatch
)

// Match ignores case, and spaces around the typed text.
func Match(value, typed string) Fit {
	value, typed = strings.ToLower(value), strings.ToLower(strings.TrimSpace(typed))
	switch {
	case strings.HasPrefix(value, typed):
		return StartsWith
	case strings.Contains(value, typed):
		return Contains
	}
	return NoMatch
}
