package store

import (
	"math/rand/v2"
	"strconv"
)

// NewNonce returns 64 random bits in base 36, at most 13 characters. Discord allows 25:
// https://discord.com/developers/docs/resources/message#create-message
func NewNonce() string { return strconv.FormatUint(rand.Uint64(), 36) }

// TableStep returns a random difference between two table IDs, from 1 to [MaxTableStep].
func TableStep() uint64 { return 1 + rand.Uint64N(MaxTableStep) }
