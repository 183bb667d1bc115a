// Package gardens is the game Babylon: 2 to 4 architects dig terrace tiles out of a shared quarry
// and each build a terraced garden.
//
// It holds the rules and the rulings G-1 to G-19, which players read with /rules. Start at Game and
// Rules. How the game looks and reads is the work of render/gardens and bot/text.
package gardens
