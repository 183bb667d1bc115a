package text

import (
	"slices"
	"strings"
)

// Plain escapes a name so that Discord shows no markdown and no mention in it.
func Plain(name string) string { return markdown.Replace(name) }

// Unescaped undoes Plain, for text that is shown as it is written.
func Unescaped(text string) string { return unmarked.Replace(text) }

// maxQuoted is more than a player's name or a move has, in characters.
const maxQuoted = 100

// Quoted is what somebody typed as a value of engine.RuleError.Args. It is short enough for the
// answer to stay a message, and never begins like a reference to a text.
func Quoted(typed string) string {
	text := Plain(Cut(typed, maxQuoted))
	if strings.HasPrefix(text, "@") {
		return "\u200b" + text
	}
	return text
}

// escapes are pairs: what Plain replaces, and by what.
var escapes = []string{
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "@", "@\u200b",
	"[", `\[`, "]", `\]`, "#", `\#`, ":", `\:`,
}

var markdown = strings.NewReplacer(escapes...)

var unmarked = strings.NewReplacer(reversed(escapes)...)

// reversed swaps each pair of a list.
func reversed(pairs []string) []string {
	swapped := slices.Clone(pairs)
	for i := 0; i < len(swapped); i += 2 {
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
	}
	return swapped
}

// Cut shortens a text to n characters; the last one is then an ellipsis.
func Cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}
