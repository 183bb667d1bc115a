// Package towers is the game Tower Builders of Babylon: three to five players place towers, bridges
// and nobles.
//
// In the tactical game they build one common building, turn by turn. In the quick game they build
// all at once, with both neighbours. The package holds the rules and the rulings T-1 to T-15, which
// players read with /rules. Start at Game and Rules. How the game looks and reads is the work of
// render/towers and bot/text.
package towers
