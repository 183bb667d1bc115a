// Package gardens is the game Babylon: 2 to 4 architects dig terrace tiles out
// of a shared quarry and build a terraced garden each.
//
// It holds the rules and rulings of the rule file gardens.md (G-1 to G-16) and
// nothing of how the game looks or reads: see render/gardens and bot/text.
package gardens
