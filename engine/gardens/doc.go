// Package gardens is the game Babylon: 2 to 4 architects dig terrace tiles out of a shared quarry
// and each build a terraced garden.
//
// It holds the rules and rulings of gardens.md (G-1 to G-16). How the game looks and reads is the
// work of render/gardens and bot/text.
package gardens
