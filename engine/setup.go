package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// FormatSetup writes a setup of texts and numbers only, which cannot fail.
func FormatSetup(setup any) json.RawMessage {
	raw, err := json.Marshal(setup)
	if err != nil {
		panic(err)
	}
	return raw
}

// ParseSetup reads a setup into a struct, whose fields are those that the setup may have. It fails
// for anything but one JSON object, and for unknown fields. A game without a setup passes struct{}.
func ParseSetup[T any](raw json.RawMessage) (T, error) {
	var setup T
	if !bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) {
		return setup, errors.New("setup: not a JSON object")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&setup); err != nil {
		return setup, fmt.Errorf("setup: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return setup, errors.New("setup: something follows it")
	}
	return setup, nil
}
