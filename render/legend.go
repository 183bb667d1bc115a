package render

import "amytis/engine"

// LegendView is a view that every game has besides its Info.Views: its signs in words.
const LegendView = "legend"

// Legend is a gallery of a single picture: the signs of a game with their words.
type Legend struct {
	Gallery
	Words Words
}

func (g Legend) Complete(_ engine.View, r Request) (Request, error) { return r, nil }

func (g Legend) Draw(v engine.View, _ Request) *List {
	l := NewList(Width, Height, Paper)
	t := g.teller(v)
	n := 0
	g.EachSign(func(string, *Sprite) { n++ })
	i := 0
	rows := (n + 1) / 2
	g.EachSign(func(name string, s *Sprite) {
		x, y := i/rows*Width/2, (2*(i%rows)+1)*Height/(2*rows)
		l.Put(s, x+80+s.anchorX-s.Width/2, y+s.anchorY-s.Height/2)
		const letter = 38
		l.Name(Bold(letter, Black), x+150, y+letter/2, Width/2-160, t.Say(name, "Count", 1), false)
		i++
	})
	return l
}

// Tell pairs the word of each sign with its look.
func (g Legend) Tell(v engine.View, _ Request, w Words, _ Detail) Facts {
	var pairs []string
	t := g.teller(v)
	g.EachSign(func(name string, _ *Sprite) {
		pairs = append(pairs, w.T("list.pair", map[string]any{"Name": t.Say(name, "Count", 1), "Value": t.Say("look." + name)}))
	})
	t.Keys = "alt."
	return Facts{Rest: []string{t.Say("legend", "Things", t.Clauses(pairs))}}
}

func (g Legend) teller(v engine.View) Teller {
	return Teller{Keys: "alt." + v.Game() + ".", Words: g.Words}
}
