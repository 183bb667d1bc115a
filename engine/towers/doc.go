// Package towers is the game Tower Builders of Babylon: three to five players
// raise towers and bridges and stand their nobles on them, turn by turn on one
// common building ("tactical"), or all at once with both neighbours ("quick").
//
// It holds the rules and rulings of the rule file towers.md (T-1 to T-15) and
// nothing of how the game looks or reads: see render/towers and bot/text.
package towers
