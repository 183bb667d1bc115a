package reviewqueue

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

// stored is a review in the store. It names players by their seats only.
type stored struct {
	Algorithm int            `json:"algorithm"`
	Review    *review.Review `json:"review"`
}

// Stored returns the stored review of a table, nil if there is none that the present algorithm
// made: then it is made again.
func Stored(ctx context.Context, s store.Tables, id table.ID) (*review.Review, error) {
	data, err := s.Review(ctx, id)
	if err != nil || data == nil {
		return nil, err
	}
	var found stored
	if json.Unmarshal(data, &found) != nil || found.Algorithm != review.Algorithm {
		return nil, nil
	}
	return found.Review, nil
}

func save(ctx context.Context, s store.Tables, id table.ID, found *review.Review) error {
	data, err := json.Marshal(stored{review.Algorithm, found})
	if err != nil {
		return err
	}
	return s.SetReview(ctx, id, data)
}

// compact cuts percentages to two decimals, which take a third of the space in the store. They
// round to the same whole percent then.
func compact(found *review.Review) *review.Review {
	small := *found
	small.Turns = slices.Clone(found.Turns)
	for i := range small.Turns {
		t := &small.Turns[i]
		t.Before, t.After = hundredths(t.Before), hundredths(t.After)
		t.Chances = slices.Clone(t.Chances)
		for seat := range t.Chances {
			t.Chances[seat] = hundredths(t.Chances[seat])
		}
	}
	small.Accuracy = slices.Clone(found.Accuracy)
	for seat := range small.Accuracy {
		small.Accuracy[seat] = hundredths(small.Accuracy[seat])
	}
	return &small
}

func hundredths(v float64) float64 { return math.Floor(100*v) / 100 }
