package harness

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/babel"
)

// PlayBabel plays legal moves in the game's notation, without the seat. It returns the last answer.
func PlayBabel(p *Player, ch *localdiscord.Channel, moves ...string) (last *localdiscord.Message) {
	for _, move := range moves {
		command, args := "game "+move, localdiscord.Args(nil)
		if move != "undo" && move != "resign" {
			m, err := babel.Game.ParseMove("1 " + move)
			require.NoError(p.env, err)
			command, args = CommandOf(babel.Game, m)
		}
		last = p.MustCommand(ch, command, args)
		require.False(p.env, p.Refused(last), "%s: %s", move, last.Content)
	}
	p.env.Settle()
	return last
}

// BabelDeal is the chance of a game of Babel: the first who joined begins, with chosen piles.
type BabelDeal struct {
	draws []int
	next  int
}

// NewBabelDeal deals a draw pile, the next card first, and a quarry in order of value.
func NewBabelDeal(drawPile string) *BabelDeal {
	d := &BabelDeal{draws: []int{0}}
	var cards []byte
	for _, people := range "AHMPS" {
		cards = append(cards, strings.Repeat(string(people), 12)...)
	}
	for i := len(cards) - 1; i > 0; i-- {
		j := slices.Index(cards[:i+1], drawPile[i])
		cards[i], cards[j] = cards[j], cards[i]
		d.draws = append(d.draws, j)
	}
	return d
}

func (d *BabelDeal) SkipBeginner() { d.next = 1 }

// IntN implements engine.Rand. After the last chosen draw every card stays where it is.
func (d *BabelDeal) IntN(n int) int {
	d.next++
	if d.next <= len(d.draws) {
		return d.draws[d.next-1]
	}
	return n - 1
}

// BabelPile returns a draw pile that begins with some cards.
func BabelPile(first string) string {
	rest := ""
	for _, people := range "AHMPS" {
		rest += strings.Repeat(string(people), 12-strings.Count(first, string(people)))
	}
	return first + rest
}

// DealtBabelGame starts a game of Babel with a deal, Ana in seat 1 and Bo in seat 2.
func DealtBabelGame(t *testing.T, o Options, deal *BabelDeal) (e *Env, ch *localdiscord.Channel, ana, bo *Player) {
	o.Variant = Babel
	o.Chance = deal
	e = New(t, o)
	both := e.NewPlayers(2)
	ch = e.Guild.AddChannel("babel")
	e.At(ch).Open(Babel.Options, both)
	e.Settle()
	return e, ch, both[0], both[1]
}
