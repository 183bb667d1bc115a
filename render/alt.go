package render

import (
	"strings"
	"unicode/utf16"
)

// AltLength returns the length of text in UTF-16 code units, the unit of [MaxAlt].
func AltLength(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// CutAlt shortens text to MaxAlt and adds an ellipsis. It cuts at a space if there is one among the
// last 40 bytes.
func CutAlt(text string) string {
	if AltLength(text) <= MaxAlt {
		return text
	}
	n := 0
	for i, r := range text {
		n += max(1, utf16.RuneLen(r))
		if n >= MaxAlt {
			text = text[:i]
			if space := strings.LastIndexByte(text, ' '); space > len(text)-40 {
				text = text[:space]
			}
			return text + "…"
		}
	}
	return text
}

// FitAlt returns the first text that fits MaxAlt. It calls tell with each of details in turn, most
// detail first. If even the last text is too long, it is cut.
func FitAlt[Detail any](tell func(detail Detail) string, details ...Detail) string {
	text := ""
	for _, detail := range details {
		if text = tell(detail); AltLength(text) <= MaxAlt {
			return text
		}
	}
	return CutAlt(text)
}
