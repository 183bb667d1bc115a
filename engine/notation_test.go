package engine

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// pairKind is a kind two slots wide: two digits from 1 to 9 with a dash between.
type pairKind struct{}

func (pairKind) Width() int { return 2 }

func (pairKind) Valid(v []uint32) bool { return inRange(v[0], 9) && inRange(v[1], 9) }

func (pairKind) Append(dst []byte, v []uint32) []byte {
	return append(dst, '0'+byte(v[0]), '-', '0'+byte(v[1]))
}

func (k pairKind) Parse(text string, v []uint32) bool {
	if len(text) != 3 || text[1] != '-' {
		return false
	}
	v[0], v[1] = uint32(text[0]-'0'), uint32(text[2]-'0')
	return k.Valid(v)
}

var sampleInfo = Info{
	ID: "sample", MinSeats: 2, MaxSeats: 4,
	Verbs: []VerbInfo{
		{Name: "pass"},
		{Name: "put", Args: []Arg{
			{Name: "piece", Kind: Words("king", "queen")},
			{Name: "at", Kind: Square(26, 26)},
			{Name: "height", Kind: Number("L", 0, 16)},
		}},
		{Name: "join", Args: []Arg{
			{Name: "ends", Kind: pairKind{}},
			{Name: "by", Key: "by", Kind: pairKind{}},
			{Name: "at", Key: "at", Kind: Square(8, 8)},
		}},
		{Name: "shuffle", Chance: true, Args: []Arg{{Name: "n", Kind: Number("", 1, 9)}}},
	},
	Options: []OptionInfo{
		{Name: "mode", Kind: OptionWord, Values: []string{"slow", "fast"}, Default: "slow"},
		{Name: "expert", Kind: OptionBool, Default: "false"},
		{Name: "clock", Kind: OptionInt, Min: 0, Max: 600, Default: "0", Needs: [2]string{"mode", "fast"}},
	},
	SeatAttrs: []SeatAttr{{Name: "colour", Values: []string{"red", "blue"}}},
}

func TestMovesAreReadAndWrittenInTheNotation(t *testing.T) {
	for line, want := range map[string]Move{
		"1 pass":                  {Seat: 1, Verb: 1},
		"8 pass":                  {Seat: 8, Verb: 1},
		"2 put queen a1 L0":       {Seat: 2, Verb: 2, Args: [ArgSlots]uint32{2, 1, 1}},
		"2 put king z26 L16":      {Seat: 2, Verb: 2, Args: [ArgSlots]uint32{1, 26 * 26, 17}},
		"3 join 1-9":              {Seat: 3, Verb: 3, Args: [ArgSlots]uint32{1, 9}},
		"3 join 1-9 by=2-3":       {Seat: 3, Verb: 3, Args: [ArgSlots]uint32{1, 9, 2, 3}},
		"3 join 1-9 at=h8":        {Seat: 3, Verb: 3, Args: [ArgSlots]uint32{1, 9, 0, 0, 64}},
		"3 join 1-9 by=2-3 at=a2": {Seat: 3, Verb: 3, Args: [ArgSlots]uint32{1, 9, 2, 3, 9}},
		"0 shuffle 7":             {Verb: 4, Args: [ArgSlots]uint32{7}},
		"0 skip 8":                SkipMove(8),
		"4 resign":                ResignMove(4),
		"4 resign last=1":         LastResignMove(4),
	} {
		got, err := parseMove(&sampleInfo, line)
		require.NoError(t, err, line)
		require.Equal(t, want, got, line)
		require.Equal(t, line, string(appendMove(&sampleInfo, nil, got)))
		require.NoError(t, checkMove(&sampleInfo, &got), line)
		require.Equal(t, want.Seat <= 4, sampleInfo.WellFormed(got, 1, Skip), line)
		require.Equal(t, want.Verb == 3, sampleInfo.WellFormed(got, 3, 3), line)
	}
}

func TestAnInfoFindsWhatItNames(t *testing.T) {
	in := Info{Icons: []string{"stone"}, Topics: []string{"G-1"}, Sections: map[string]string{"B 2": "G-1"},
		Steps: [][]Step{{{Axis: 1, By: 1}, {Axis: 1, By: -1}}, {{Axis: 2, By: 1}}}}
	require.Equal(t, []string{"", "stone", ""}, []string{in.IconName(0), in.IconName(1), in.IconName(2)})
	require.Equal(t, []string{"G-1", "G-1", ""}, []string{in.Page("G-1"), in.Page("B 2"), in.Page("C")})
	require.True(t, in.Reversible(1), "there are buttons for both directions")
	require.False(t, in.Reversible(2), "there is one")
}

func TestTextsOutsideTheNotationAreRefused(t *testing.T) {
	for line, code := range map[string]string{
		"": RefusedMalformed, "1": RefusedMalformed, "1 ": RefusedMalformed, "x pass": RefusedMalformed,
		"9 pass": RefusedMalformed, "10 pass": RefusedMalformed, " 1 pass": RefusedMalformed, "1  pass": RefusedVerb,
		"1\tpass": RefusedMalformed, "1 pass ": RefusedMalformed, "1 pass now": RefusedMalformed, "1 Pass": RefusedVerb,
		"1 fly": RefusedVerb, "0 pass": RefusedMalformed, "1 shuffle 3": RefusedMalformed, "1 skip 2": RefusedMalformed,
		"0 resign": RefusedMalformed, "0 skip 0": RefusedMalformed, "0 skip 9": RefusedMalformed, "0 skip": RefusedMalformed,
		"1 put": RefusedMalformed, "1 put king": RefusedMalformed, "1 put king a1": RefusedMalformed,
		"1 put king a27 L1": RefusedMalformed, "1 put king a0 L1": RefusedMalformed, "1 put king a01 L1": RefusedMalformed,
		"1 put king { L1": RefusedMalformed, "1 put king a L1": RefusedMalformed, "1 put king A1 L1": RefusedMalformed,
		"1 put pawn a1 L1": RefusedMalformed, "1 put king a1 L17": RefusedMalformed, "1 put king a1 1": RefusedMalformed,
		"1 put king a1 L": RefusedMalformed, "1 put king a1 L+1": RefusedMalformed, "1 put king a1 L-1": RefusedMalformed, "1 put king a1 L99999999999": RefusedMalformed,
		"1 put  king a1 L1": RefusedMalformed, "1 put king a1 L1 L1": RefusedMalformed,
		"1 join 1-9 at=h8 by=2-3": RefusedMalformed, "1 join 1-9 by": RefusedMalformed, "1 join 1-9 by=": RefusedMalformed,
		"1 join 1-9 by=0-3": RefusedMalformed, "1 join 1-9 by=2-3 by=2-3": RefusedMalformed, "1 join by=2-3": RefusedMalformed,
		"1 pass" + strings.Repeat("x", 200): RefusedMalformed,
	} {
		_, err := parseMove(&sampleInfo, line)
		var refused *RuleError
		require.True(t, errors.As(err, &refused), "%q", line)
		require.Equal(t, code, refused.Code, "%q", line)
	}
}

func TestMalformedMovesAreRefusedAndStillWritten(t *testing.T) {
	for _, c := range []struct {
		move Move
		code string
		text string
	}{
		{Move{}, RefusedVerb, "0 ?"},
		{Move{Seat: 1, Verb: 9}, RefusedVerb, "1 ?"},
		{Move{Seat: 1, Verb: 253}, RefusedVerb, "1 ?"},
		{Move{Seat: 9, Verb: 1}, RefusedSeat, "9 pass"},
		{Move{Seat: 200, Verb: 1}, RefusedSeat, "200 pass"},
		{Move{Seat: 0, Verb: 1}, RefusedMalformed, "0 pass"},
		{Move{Seat: 1, Verb: 4, Args: [ArgSlots]uint32{1}}, RefusedMalformed, "1 shuffle 1"},
		{Move{Seat: 1, Verb: 1, Args: [ArgSlots]uint32{5: 1}}, RefusedMalformed, "1 pass"},
		{Move{Seat: 1, Verb: 2, Args: [ArgSlots]uint32{1, 1}}, RefusedMalformed, "1 put king a1 ?"},
		{Move{Seat: 1, Verb: 2, Args: [ArgSlots]uint32{3, 1, 1}}, RefusedMalformed, "1 put ? a1 L0"},
		{Move{Seat: 1, Verb: 2, Args: [ArgSlots]uint32{1<<32 - 1, 677, 19}}, RefusedMalformed, "1 put ? ? ?"},
		{Move{Seat: 1, Verb: 3, Args: [ArgSlots]uint32{1, 0}}, RefusedMalformed, "1 join ?"},
		{Move{Seat: 1, Verb: 3, Args: [ArgSlots]uint32{1, 1, 0, 1}}, RefusedMalformed, "1 join 1-1 by=?"},
		{Move{Seat: 1, Verb: 3, Args: [ArgSlots]uint32{1, 1, 0, 0, 65}}, RefusedMalformed, "1 join 1-1 at=?"},
		{Move{Seat: 1, Verb: Skip, Args: [ArgSlots]uint32{2}}, RefusedMalformed, "1 skip 2"},
		{SkipMove(9), RefusedMalformed, "0 skip ?"},
		{ResignMove(0), RefusedMalformed, "0 resign"},
	} {
		var refused *RuleError
		require.True(t, errors.As(checkMove(&sampleInfo, &c.move), &refused), "%v", c.move)
		require.Equal(t, c.code, refused.Code, "%v", c.move)
		require.Equal(t, c.text, string(appendMove(&sampleInfo, nil, c.move)))
		require.False(t, sampleInfo.WellFormed(c.move, 0, Skip), c.text)
	}
}

func TestExactlyTheWellFormedMovesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Move{Seat: Seat(rapid.IntRange(0, 10).Draw(t, "seat")), Verb: Verb(rapid.IntRange(0, 5).Draw(t, "verb"))}
		for i := range m.Args {
			m.Args[i] = rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(0, 700), rapid.Uint32()).Draw(t, "arg")
		}
		if rapid.Bool().Draw(t, "short") {
			clear(m.Args[3:])
		}
		text := string(appendMove(&sampleInfo, nil, m))
		back, err := parseMove(&sampleInfo, text)
		if checkMove(&sampleInfo, &m) != nil {
			if err == nil && back == m {
				t.Fatalf("%v is no move, but %q reads back as it", m, text)
			}
			return
		}
		if err != nil || back != m {
			t.Fatalf("%v is written %q, which reads as %v (%v)", m, text, back, err)
		}
	})
}
