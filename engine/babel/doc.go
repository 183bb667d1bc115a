// Package babel is the game Babel: two players raise temples at five sites with the help of five
// peoples.
//
// It holds the rules and the rulings B-1 to B-12, which players read with /rules. Start at Game and
// Rules. How the game looks and reads is the work of render/babel and bot/text. Hands are secret:
// views, refusals and descriptions show a card in hand to its holder only (B-5).
package babel
