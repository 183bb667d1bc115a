// Package babel is the game Babel: two players raise temples at five sites with
// the help of five peoples, and take each other's down.
//
// It holds the rules and rulings of the rule file babel.md (B-1 to B-10) and
// nothing of how the game looks or reads: see render/babel and bot/text. Hands
// are secret: no view, refusal or description tells a card in hand to anyone
// but its holder.
package babel
