package render

import (
	"strings"
	"unicode/utf16"
)

// AltLength is the length of an alt text as [MaxAlt] bounds it.
func AltLength(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// CutAlt shortens a text to MaxAlt, at a space if there is one near.
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

// TellWithin tells in less and less detail until the text fits MaxAlt; what does
// not even in the least is cut.
func TellWithin[Detail any](tell func(much Detail) string, details ...Detail) string {
	text := ""
	for _, much := range details {
		if text = tell(much); AltLength(text) <= MaxAlt {
			return text
		}
	}
	return CutAlt(text)
}
