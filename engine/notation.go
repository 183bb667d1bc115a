package engine

import (
	"fmt"
	"strings"
)

// MaxMoveText bounds the length of a move's text, in bytes.
const MaxMoveText = 120

// appendMove writes "seat verb args", one space between (record.md).
func appendMove(in *Info, dst []byte, m Move) []byte {
	verb := in.VerbInfo(m.Verb)
	if verb == nil {
		return fmt.Appendf(dst, "%d ?%d", m.Seat, m.Verb)
	}
	dst = append(dst, '0'+byte(m.Seat), ' ')
	dst = append(dst, verb.Name...)
	slot := 0
	for i := range verb.Args {
		arg := &verb.Args[i]
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		if v[0] == 0 {
			continue
		}
		dst = append(dst, ' ')
		if arg.Key != "" {
			dst = append(append(dst, arg.Key...), '=')
		}
		dst = arg.Kind.Append(dst, v)
	}
	return dst
}

// parseMove reads what appendMove writes. Its error is a *RuleError with the
// code RefusedMalformed that says which part could not be read.
func parseMove(in *Info, line string) (Move, error) {
	var m Move
	if len(line) > MaxMoveText {
		return m, malformed(line[:20]+"...", "longer than any move")
	}
	if len(line) < 3 || line[0] < '0' || line[0] > '0'+MaxSeats || line[1] != ' ' {
		return m, malformed(line, "a move starts with a seat and a verb")
	}
	m.Seat = Seat(line[0] - '0')
	name, rest, _ := strings.Cut(line[2:], " ")
	m.Verb = in.Verb(name)
	verb := in.VerbInfo(m.Verb)
	if verb == nil {
		return m, Refuse(RefusedVerb, "", "verb", name)
	}
	if verb.Chance != (m.Seat == Chance) {
		return m, malformed(line, "that verb is not of this seat")
	}
	if strings.HasSuffix(line, " ") {
		return m, malformed(line, "a space at the end")
	}
	slot := 0
	for i := range verb.Args {
		arg := &verb.Args[i]
		width := arg.Kind.Width()
		word, more, _ := strings.Cut(rest, " ")
		if arg.Key != "" {
			value, found := strings.CutPrefix(word, arg.Key)
			if !found || value == "" || value[0] != '=' {
				slot += width
				continue
			}
			word = value[1:]
		}
		if !arg.Kind.Parse(word, m.Args[slot:slot+width]) {
			return m, malformed(line, "no "+arg.Name+": "+word)
		}
		rest = more
		slot += width
	}
	if rest != "" {
		return m, malformed(line, "not understood: "+rest)
	}
	return m, nil
}

func malformed(line, why string) error {
	return Refuse(RefusedMalformed, "", "move", line, "why", why)
}
