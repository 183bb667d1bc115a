package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// The versions of the record format. Records with given moves have the second, others the first.
const (
	RecordFormat      = "amytis/1"
	GivenRecordFormat = "amytis/2"
)

// The limits of a record. ParseRecord refuses a larger one.
const (
	MaxRecordBytes = 1 << 20
	MaxRecordMoves = 10_000
)

// Record is all that is needed to replay a game, check every move and score it again (record.md).
type Record struct {
	// Format is RecordFormat, or GivenRecordFormat with Given.
	Format string `json:"format"`
	Game   string `json:"game"`
	// Options is the form of Info.MarshalOptions.
	Options json.RawMessage `json:"options,omitempty"`
	// Seats has each seat's name and SeatAttr, seat 1 first. It may have a computer player's level
	// as "computer", and the stints of a seat that changed hands as "played".
	Seats []map[string]any `json:"seats"`
	// Setup is the form of Game.Deal.
	Setup json.RawMessage `json:"setup"`
	// Moves are in the notation, oldest first.
	Moves []string `json:"moves"`
	// Given is how many of Moves were given, 0 for the deal alone; nil for other games.
	Given *int `json:"given,omitempty"`
	// Result is absent while the game runs, and if it was aborted.
	Result json.RawMessage `json:"result,omitempty"`
}

// NewRecord makes the record of a game at s, the position after moves, without anything hidden if
// the game runs.
func NewRecord(g Game, opts Options, seats []SeatInfo, setup json.RawMessage, moves []Move, s State) (*Record, error) {
	in := g.Info()
	r := &Record{
		Format:  RecordFormat,
		Game:    in.ID,
		Options: in.MarshalOptions(opts),
		Setup:   setup,
		Moves:   make([]string, len(moves)),
	}
	for _, seat := range seats {
		r.Seats = append(r.Seats, seatFields(in, seat))
	}
	for i, m := range moves {
		r.Moves[i] = string(g.AppendMove(nil, m))
	}
	result, over := s.Result()
	if !over {
		r.Setup = s.Mask(setup)
		for i, m := range moves {
			r.Moves[i] = s.MaskMove(m, r.Moves[i])
		}
		return r, nil
	}
	raw, err := json.Marshal(result)
	r.Result = raw
	return r, err
}

// SetGiven notes that the deal and the first n moves were given, not played.
func (r *Record) SetGiven(n int) { r.Format, r.Given = GivenRecordFormat, &n }

// Append writes the record as JSON with a line for each field, and a newline at the end.
func (r *Record) Append(dst []byte) ([]byte, error) {
	var given json.RawMessage
	if r.Given != nil {
		given = strconv.AppendInt(nil, int64(*r.Given), 10)
	}
	fields := []struct {
		name  string
		value any
	}{
		{"format", r.Format}, {"game", r.Game}, {"options", r.Options}, {"seats", r.Seats},
		{"setup", r.Setup}, {"moves", r.Moves}, {"given", given}, {"result", r.Result},
	}
	dst = append(dst, '{')
	for i, f := range fields {
		if raw, isRaw := f.value.(json.RawMessage); isRaw && len(raw) == 0 {
			continue
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, fmt.Errorf("record.%s: %w", f.name, err)
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, "\n  %q: %s", f.name, value)
	}
	return append(dst, "\n}\n"...), nil
}

// ParseRecord reads a record from JSON. It checks the form and the limits, not the game: see Check.
func ParseRecord(data []byte) (*Record, error) {
	if len(data) > MaxRecordBytes {
		return nil, fmt.Errorf("%d bytes: a record has at most %d", len(data), MaxRecordBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var r Record
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(&r)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		err = jsonPlace(data, syntax.Offset, err)
	}
	if err != nil {
		return nil, fmt.Errorf("not a record: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a record: something follows the document")
	}
	switch {
	case !utf8.Valid(data):
		return nil, errors.New("not a record: it must be in UTF-8")
	case r.Format == "":
		return nil, errors.New(`not a record: no "format"`)
	case r.Format != RecordFormat && r.Format != GivenRecordFormat:
		return nil, fmt.Errorf("format %.40q is not known, only %q and %q", r.Format, RecordFormat, GivenRecordFormat)
	case (r.Format == GivenRecordFormat) != (r.Given != nil):
		return nil, fmt.Errorf(`"given" belongs in records of format %q, and only there`, GivenRecordFormat)
	case len(r.Seats) > MaxSeats:
		return nil, fmt.Errorf("%d seats: there are at most %d", len(r.Seats), MaxSeats)
	case len(r.Moves) > MaxRecordMoves:
		return nil, fmt.Errorf("%d moves: a record has at most %d", len(r.Moves), MaxRecordMoves)
	case r.Given != nil && (*r.Given < 0 || *r.Given > len(r.Moves)):
		return nil, fmt.Errorf("given: %d, but there are %d moves", *r.Given, len(r.Moves))
	case len(r.Setup) == 0:
		return nil, errors.New(`not a record: no "setup"; {} where a game has none`)
	}
	return &r, nil
}

// jsonPlace adds line and column to an error.
func jsonPlace(data []byte, offset int64, err error) error {
	before := data[:min(offset, int64(len(data)))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	return fmt.Errorf("line %d, column %d: %w", line, column, err)
}

// ErrRunning is the error for the record of a running game. It leaves out what is hidden, so it
// cannot be checked.
var ErrRunning = errors.New("the record of a running game: what is hidden is left out, so it cannot be checked")

// MoveError is a move of a record that cannot be read or is not legal, or the last given move if no
// game can begin after it.
type MoveError struct {
	Number int
	Move   string
	// Err is a *RuleError unless Move is the last one given.
	Err error
}

func (e *MoveError) Error() string { return fmt.Sprintf("move %d %q: %v", e.Number, e.Move, e.Err) }
func (e *MoveError) Unwrap() error { return e.Err }

// ResultError is a field of a record's result that differs from the result of replaying the moves.
type ResultError struct {
	// Field is the field's path ("result.scores[1].total").
	Field string
	// Recorded and Replayed are the two values as JSON, "absent" for none.
	Recorded, Replayed string
}

func (e *ResultError) Error() string {
	return fmt.Sprintf("%s: recorded %s, replayed %s", e.Field, e.Recorded, e.Replayed)
}

// Opening is a record's part before its setup, in the form that Game.Start takes.
type Opening struct {
	Options Options
	Seats   []SeatInfo
}

// Opening reads the record's options and seats, and checks them against the game's Info.
func (r *Record) Opening(g Game) (Opening, error) {
	in := g.Info()
	var o Opening
	var err error
	if o.Options, err = in.UnmarshalOptions(r.Options); err != nil {
		return o, err
	}
	if len(r.Seats) < in.MinSeats || len(r.Seats) > in.MaxSeats {
		return o, fmt.Errorf("seats: %d, %s is for %d to %d", len(r.Seats), in.ID, in.MinSeats, in.MaxSeats)
	}
	for i, fields := range r.Seats {
		seat, err := readSeat(in, fields, r.FirstPlayed(), len(r.Moves))
		if err != nil {
			return o, fmt.Errorf("seats[%d]: %w", i, err)
		}
		o.Seats = append(o.Seats, seat)
	}
	return o, nil
}

// Replay plays the first n moves. Its error is a *MoveError for a move that cannot be read or is
// refused, and wraps ErrRunning for a running game with something hidden.
func (r *Record) Replay(g Game, n int) (State, error) {
	o, err := r.Opening(g)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(r.Moves) {
		return nil, fmt.Errorf("the record has %d moves, not %d", len(r.Moves), n)
	}
	if bytes.Contains(r.Setup, []byte(`"?"`)) {
		return nil, ErrRunning
	}
	moves := make([]Move, 0, n)
	var unread error
	for i, line := range r.Moves[:n] {
		m, err := g.ParseMove(line)
		if err != nil {
			// An earlier move that is refused counts first.
			unread = &MoveError{i + 1, line, err}
			break
		}
		moves = append(moves, m)
	}
	s, played, err := g.Replay(o.Options, o.Seats, r.Setup, moves)
	switch {
	case RefusalCode(err) != "":
		return nil, &MoveError{played + 1, r.Moves[played], err}
	case err != nil:
		return nil, err
	}
	return s, unread
}

// FirstPlayed returns the number, from 1, of the first move that was not given.
func (r *Record) FirstPlayed() int {
	if r.Given == nil {
		return 1
	}
	return 1 + *r.Given
}

// checkGiven checks that a game can begin after the given moves.
func (r *Record) checkGiven(g Game) error {
	given := r.FirstPlayed() - 1
	if given == 0 {
		return nil
	}
	s, err := r.Replay(g, given)
	if err == nil && !MayBegin(s) {
		err = &MoveError{given, r.Moves[given-1], errors.New("no game can begin here, after the last move given")}
	}
	return err
}

// MayBegin reports whether a game may begin in a position: a seat is in turn, and each turn could
// end without taking back a step.
func MayBegin(s State) bool {
	for _, seat := range s.Turn().Slice() {
		if _, err := s.Apply(SkipMove(seat)); seat == Chance || RefusalCode(err) == RefusedUnfinished {
			return false
		}
	}
	return s.Turn() != 0
}

// Check replays all moves and compares the result. Its error is a *MoveError or a *ResultError if
// the record is wrong; any other says why it cannot be checked.
func (r *Record) Check(g Game) error {
	s, err := r.Replay(g, len(r.Moves))
	if err = cmp.Or(err, r.checkGiven(g)); err != nil {
		return err
	}
	result, over := s.Result()
	recorded := len(r.Result) > 0 && string(r.Result) != "null"
	switch {
	case !over && recorded:
		return &ResultError{"result", "a result", "absent: the game is not over"}
	case over && !recorded:
		return &ResultError{"result", "absent", "a result: the game is over"}
	case !over:
		return nil
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return err
	}
	var want, got any
	if err := json.Unmarshal(raw, &want); err != nil {
		return err
	}
	if err := json.Unmarshal(r.Result, &got); err != nil {
		return fmt.Errorf("result: %w", err)
	}
	return differs("result", got, want)
}

// differs returns a *ResultError for the first field in which two decoded results differ, else nil.
func differs(path string, recorded, replayed any) error {
	was, is := fieldsOf(recorded), fieldsOf(replayed)
	if was == nil || is == nil || len(was)+len(is) == 0 {
		if reflect.DeepEqual(recorded, replayed) {
			return nil
		}
		return &ResultError{path, jsonText(recorded, true), jsonText(replayed, true)}
	}
	all := maps.Clone(was)
	maps.Copy(all, is)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		_, had := was[name]
		if _, has := is[name]; had != has {
			return &ResultError{path + name, jsonText(was[name], had), jsonText(is[name], has)}
		}
		if err := differs(path+name, was[name], is[name]); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf returns the parts of an object (".total") or a list ("[0]"), nil for another value.
func fieldsOf(value any) map[string]any {
	fields := map[string]any{}
	switch v := value.(type) {
	case map[string]any:
		for name, field := range v {
			fields["."+name] = field
		}
	case []any:
		for i, item := range v {
			fields[fmt.Sprintf("[%d]", i)] = item
		}
	default:
		return nil
	}
	return fields
}

func jsonText(value any, there bool) string {
	if !there {
		return "absent"
	}
	raw, _ := json.Marshal(value) // what was decoded can be encoded
	return string(raw)
}
