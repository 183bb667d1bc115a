package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxMoveText is the length that a move's text may have, in bytes.
const MaxMoveText = 120

// checkMove refuses a move with a seat, a verb or an argument that the game does not have, or with
// something in the slots behind the arguments. Its error is a *RuleError.
func checkMove(in *Info, m *Move) error {
	verb := in.VerbInfo(m.Verb)
	switch {
	case verb == nil:
		return Refuse(RefusedVerb, "", "verb", fmt.Sprintf("?%d", m.Verb))
	case m.Seat > MaxSeats:
		return Refuse(RefusedSeat, "", "seat", m.Seat.String())
	case verb.Chance != (m.Seat == Chance):
		return malformed(verb.Name, "this seat has no such verb")
	}
	slot := 0
	for i := range verb.Args {
		arg := &verb.Args[i]
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		if !arg.Kind.Valid(v) && (arg.Key == "" || anySet(v)) {
			return malformed(verb.Name, "no "+arg.Name)
		}
	}
	if anySet(m.Args[slot:]) {
		return malformed(verb.Name, "too many arguments")
	}
	return nil
}

// WellFormed reports whether a move has a verb from first to last, and its seat and arguments.
func (in *Info) WellFormed(m Move, first, last Verb) bool {
	return m.Verb >= first && m.Verb <= last && int(m.Seat) <= in.MaxSeats && checkMove(in, &m) == nil
}

func anySet(slots []uint32) bool {
	for _, v := range slots {
		if v != 0 {
			return true
		}
	}
	return false
}

// appendMove writes "seat verb args" with one space between (record.md). It writes "?" for a verb
// or an argument that the game does not have.
func appendMove(in *Info, dst []byte, m Move) []byte {
	dst = strconv.AppendUint(dst, uint64(m.Seat), 10)
	dst = append(dst, ' ')
	verb := in.VerbInfo(m.Verb)
	if verb == nil {
		return append(dst, '?')
	}
	dst = append(dst, verb.Name...)
	slot := 0
	for i := range verb.Args {
		arg := &verb.Args[i]
		v := m.Args[slot : slot+arg.Kind.Width()]
		slot += len(v)
		if arg.Key != "" && !anySet(v) {
			continue
		}
		dst = append(dst, ' ')
		if arg.Key != "" {
			dst = append(append(dst, arg.Key...), '=')
		}
		if !arg.Kind.Valid(v) {
			dst = append(dst, '?')
			continue
		}
		dst = arg.Kind.Append(dst, v)
	}
	return dst
}

// parseMove reads what appendMove writes. Its error is a *RuleError with the code RefusedVerb, or
// RefusedMalformed with the part that could not be read.
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
	m.Verb = in.verbOf(m.Seat, name)
	verb := in.VerbInfo(m.Verb)
	if verb == nil {
		return m, Refuse(RefusedVerb, "", "verb", name)
	}
	if verb.Chance != (m.Seat == Chance) {
		return m, malformed(line, "this seat has no such verb")
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

func malformed(line, why string) error { return Refuse(RefusedMalformed, "", "move", line, "why", why) }
