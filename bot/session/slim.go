package session

import "bytes"

// slim returns an event without what nobody reads: the components of the message whose button was
// pressed. A menu takes several kilobytes, and discordgo would scan each of them a dozen times, one
// event after the other. It returns any other payload as it is. It may overwrite the payload.
func slim(payload []byte) []byte {
	kind, found := member(payload, span{0, len(payload)}, "t")
	if !found || string(kind.of(payload)) != `"INTERACTION_CREATE"` {
		return payload
	}
	return withoutList(payload, "d", "message", "components")
}

// slimInteraction is slim for the body of an interaction by HTTP.
func slimInteraction(body []byte) []byte { return withoutList(body, "message", "components") }

// withoutList returns a JSON object in which the list at a path of names is empty. It may overwrite
// the payload, which it returns as it is if there is no such list.
func withoutList(payload []byte, path ...string) []byte {
	at, found := span{0, len(payload)}, false
	for _, name := range path {
		if at, found = member(payload, at, name); !found {
			return payload
		}
	}
	if payload[at.from] != '[' {
		return payload
	}
	return append(append(payload[:at.from], '[', ']'), payload[at.to:]...)
}

// span is a part of some JSON, from one index to before another.
type span struct{ from, to int }

func (s span) of(data []byte) []byte { return data[s.from:s.to] }

// member returns the value of a member of the JSON object that begins in a part of data. It returns
// false if there is no object or no such member. It does not check the JSON that it skips.
func member(data []byte, object span, name string) (value span, found bool) {
	data = data[:object.to]
	at := skipSpace(data, object.from)
	if at >= len(data) || data[at] != '{' {
		return span{}, false
	}
	for at < len(data) && data[at] != '}' {
		key := span{from: skipSpace(data, at+1)}
		key.to = skipString(data, key.from)
		colon := skipSpace(data, key.to)
		if key.to == key.from || colon >= len(data) || data[colon] != ':' {
			return span{}, false
		}
		value.from = skipSpace(data, colon+1)
		value.to = skipValue(data, value.from)
		if value.to == value.from {
			return span{}, false
		}
		if string(data[key.from+1:key.to-1]) == name {
			return value, true
		}
		at = skipSpace(data, value.to) // at a comma or the closing brace
	}
	return span{}, false
}

func skipSpace(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\n' || data[at] == '\t' || data[at] == '\r') {
		at++
	}
	return at
}

// skipString returns the index behind the string at an index, or the index itself if there is no
// whole string.
func skipString(data []byte, at int) int {
	if at >= len(data) || data[at] != '"' {
		return at
	}
	for end := at + 1; ; end++ {
		n := bytes.IndexAny(data[end:], `"\`)
		if n < 0 {
			return at
		}
		if end += n; data[end] == '"' {
			return end + 1
		}
		if end++; end >= len(data) { // an escaped character
			return at
		}
	}
}

// skipValue returns the index behind the value at an index, or the index itself if there is no
// whole value.
func skipValue(data []byte, at int) int {
	depth := 0
	for end := at; end < len(data); {
		switch data[end] {
		case '"':
			after := skipString(data, end)
			if after == end {
				return at
			}
			end = after
		case '{', '[':
			depth++
			end++
			continue
		case '}', ']':
			if depth == 0 {
				return end // the value before it is a number or a word
			}
			depth--
			end++
		case ',':
			if depth == 0 {
				return end
			}
			end++
			continue
		default:
			end++
			continue
		}
		if depth == 0 {
			return end
		}
	}
	return at
}
