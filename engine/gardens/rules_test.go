package gardens

import (
	"testing"

	"amytis/engine/gametest"
)

// scripts hold the rules and rulings of gardens.md, with the booklets' examples. Each begins with
// seat 1 building in a game of four: see building.
var scripts = map[string]string{
	"example 1: digs give three pillars": `
		game 4 | heights b2:2 a2:2 c2:1 b3:3 b1:0
		1 dig b2 | has dug=GR2 singles=3 // granite, basalt and the emptied cell; the clay is higher
		heights a2:1 a1:1 a3:3 b2:2
		1 end | 2 dig a2 | has 2 dug=BR1 singles=3 // a wall, the basalt and the flower`,
	"example 2: the start tile on four singles is level 1": `
		game 4
		1 dig a1 | has singles=5 // two walls, two clays and the flower
		1 place SJ0 c3 r0 L1 | has singles=1 c4=S d3=T
		1 statue c4 | has statues=1`,
	"example 3: two singles and two doubles reach level 2": `
		lay CJ1 c3 r0 L1 | hand CR1 2 2
		1 place CR1 d3 r0 L1 -> slid under (B 1)
		1 place CR1 d3 r0 L2 | has singles=0 doubles=0`,
	"example 4: statues align in rows and columns": `
		fresh SJ0 c3 r0 L1, CJ1 e3 r1 L1 | 1 statue c4 | 1 statue f4
		fresh CR1 d6 r2 L1 | 1 statue e6 -> statue not aligned (B): hole=e6
		earlier | fresh CM1 f6 r3 L1 | 1 statue f6
		1 statue e6 -> not on new tile (B)`,
	"example 5: decorations score by level": `
		lay CJ1 a7 r0 L1 | has highest=2
		fresh CJ2 a1 r1 L2, CR2 c1 r0 L2 // on doubles
		1 fountain b2 c2 | has fountains=6 highest=4
		lay CR1 g1 r0 L1, CR3 g3 r0 L1, CJ4 e1 r1 L2
		fresh CI4 g2 r2 L3
		1 stairs f2 g2 | 1 statue h2 | has stairs=5 statues=3 highest=6`,

	"the open corner gets a belvedere": `
		hand CJ1 3 0
		1 place CJ1 c3 r0 L1 -> too few pillars (B 2): doubles=0 have_doubles=0 have_singles=3 singles=4
		1 place CJ1 c3 r0 L1 open=e3 -> open other (B 3): hole=e3
		1 place CJ1 c3 r0 L1 open=b3 -> open other (B 3): hole=b3
		1 place CJ1 c3 r0 L1 open=d4 | has belvederes=1 singles=0
		1 statue d4 -> spot taken (B)
		hand CR1 0 3 // its spot supports nothing, so it is the open corner of the tile above
		1 place CR1 d4 r0 L2 -> open missing (B 3): hole=d4
		1 place CR1 d4 r0 L2 open=e5 -> open missing (B 3): hole=d4
		1 place CR1 d4 r0 L2 open=d4 | has belvederes=1 // the lower one is hidden`,
	"a tile needs three supports": `
		lay CJ1 a1 r0 L1 open=b2, CR1 c1 r0 L1 open=c2, CI1 b3 r0 L1 open=b3
		hand CM1 9 9 // three of b2 c2 b3 c3 bear belvederes
		1 place CM1 b2 r0 L2 -> too few supports (B 2): holes=b3, c2, b2 level=2
		1 place CM1 b2 r0 L2 open=b2 -> too few supports (B 2): holes=b3, c2, b2 level=2`,
	"a statue supports together with doubles": `
		fresh SJ0 c3 r0 L1 | 1 statue c4
		hand CR1 6 0 // c4 is a statue; b4 b5 c5 take doubles
		1 place CR1 b4 r0 L2 open=c4 -> open statue (B 3): hole=c4
		1 place CR1 b4 r0 L2 | has singles=0 statues=0`,
	"a statue two levels below is no support and no obstacle": `
		fresh SJ0 c3 r0 L1 | 1 statue c4
		lay CJ1 a1 r0 L2, CR1 g1 r0 L1, CI1 a4 r0 L1, CM1 a6 r0 L1
		hand CJ4 9 9 // over c4 two levels below, b4 and b5 on level 1, and c5 on the board
		1 place CJ4 b4 r0 L3 -> too few supports (B 2)
		1 place CJ4 b4 r0 L3 open=c4 -> too few supports (B 2)`,
	"a level needs a tile of the level below": `
		hand CJ1 9 9
		1 place CJ1 c3 r0 L2 -> level gap (B 4): highest=0 level=2
		1 place CJ1 c3 r0 L16 -> level gap (B 4)
		1 place SJ0 a1 r0 L1 | 1 place CJ1 c3 r0 L2`,
	"overlap=never: no tile lies exactly over another": `
		lay CJ1 c3 r0 L1 | hand CR1 9 9
		1 place CR1 c3 r0 L1 -> slid under (B 1): height=1 hole=c4 level=1
		1 place CR1 c3 r2 L2 -> same place (B 5): hole=c3
		1 place CR1 c3 r0 L3 -> level gap (B 4)
		lay CI1 f1 r0 L2 | hand CR1 0 4
		1 place CR1 c3 r0 L3 -> same place (B 5)`,
	"overlap=adjacent: a tile lies exactly over another two levels below": `
		building overlap=adjacent | lay CJ1 c3 r0 L1 | hand CR1 9 9
		1 place CR1 c3 r0 L1 -> slid under (B 1)
		1 place CR1 c3 r2 L2 -> same place (B 5)
		1 place CR1 c3 r0 L3 -> level gap (B 4)
		lay CI1 f1 r0 L2 | hand CR1 0 4
		1 place CR1 c3 r0 L3 // on doubles`,
	"no tile is off the board": `
		hand CJ1 9 9
		1 place CJ1 h1 r0 L1 -> off board (B tiles): hole=h1
		1 place CJ1 a8 r0 L1 -> off board (B tiles)
		1 place CJ1 h8 r0 L1 -> off board (B tiles)
		1 place CJ1 g7 r0 L1`,
	"both tiles may be placed, the dug one first": `
		hand CJ1 8 0 | 1 place CJ1 a1 r0 L1 | 1 place SJ0 c1 r0 L1
		1 place CJ1 e1 r0 L1 -> tile not at hand (B tiles)
		1 place SJ0 e1 r0 L1 -> tile not at hand (B tiles)`,
	"both tiles may be placed, the kept one first": `
		hand CJ1 8 0 | 1 place SJ0 c1 r0 L1 | 1 place CJ1 a1 r0 L1
		1 place SR0 e1 r0 L1 -> tile not at hand (B tiles)`,
	"rotations turn the spots clockwise": `
		fresh CJ1 c3 r0 L1 | has c4=S d4=F d3=- c3=-
		building | fresh CJ1 c3 r1 L1 | has c4=- d4=S d3=F c3=-
		building | fresh CJ1 c3 r2 L1 | has c4=- d4=- d3=S c3=F
		building | fresh CJ1 c3 r3 L1 | has c4=F d4=- d3=- c3=S`,
	"a hidden tile counts as the level below": `
		building overlap=adjacent
		lay CJ1 f1 r0 L1, CR2 a7 r0 L1, CJ2 c3 r0 L2, CJ3 f1 r0 L3, CJ4 c3 r0 L4 // nothing on level 2 shows
		hand CR1 9 9 | 1 place CR1 a7 r0 L3`,

	"a tile of an earlier turn is not decorated": `
		hand CJ1 4 0 | 1 place SJ0 c3 r0 L1 | 1 end
		2 dig a2 | 2 end | 3 dig a3 | 3 end | 4 dig a4 | 4 end | 1 dig b1
		1 statue c4 -> no tile placed (B)
		fresh CJ1 f3 r0 L1 | 1 statue c4 -> not on new tile (B)
		1 statue f4`,
	"a decoration may join a new tile to an old one": `
		lay CJ2 a1 r1 L1 // F at b2
		fresh CR2 c1 r0 L1 | 1 fountain b2 c2
		1 fountain b2 c2 -> spot taken (B): hole=b2`,
	"a fountain needs two tiles of one level": `
		lay CJ2 a1 r1 L1 | fresh CR2 c1 r0 L1, CR3 a3 r0 L2 // F at c2; F at a4
		1 fountain b2 d2 -> not adjacent (B): icon=@icon.F
		1 fountain b2 c3 -> not adjacent (B)
		1 fountain c2 d3 -> not adjacent (B)
		1 fountain c2 d2 -> same tile (B)
		1 fountain b2 b3 -> levels differ (B): a=1 b=2 icon=@icon.F
		1 fountain b1 c1 -> no icon (B): hole=b1 icon=@icon.F shows=@icon.-
		1 fountain c2 c3 -> no icon (B)
		1 fountain c2 b2 -> spots order (record)
		1 fountain b2 b2 -> spots order (record)
		1 fountain b2 c2 | has fountains=3`,
	"spots across the board's edge are not adjacent": `
		fresh CJ2 g1 r0 L1, CR2 a2 r0 L1 // h1 and a2 are neighbours as numbers
		1 fountain h1 a2 -> not adjacent (B)
		1 stairs h2 a3 -> not adjacent (B): icon=@icon.T
		1 bridge g1 a2 -> bridge not in line (B)
		1 bridge h1 b2 -> bridge not in line (B)`,
	"stairs score the sum of their levels": `
		lay CJ3 a1 r1 L1 | fresh CR3 c1 r3 L2 // T at b2; T at c2
		1 stairs c1 c2 -> stairs levels (B): a=2 b=2
		1 stairs b2 c2 | has stairs=3`,
	"stairs need levels that differ by one": `
		lay CJ3 a1 r1 L1, CJ1 e1 r0 L1, CJ2 g1 r0 L2, CR1 c1 r0 L1, CR2 c3 r0 L1
		fresh CR3 c2 r3 L3 | has c3=T c2=F // over doubles
		1 stairs b2 c2 -> stairs levels (B): a=1 b=3`,
	"a bridge spans exactly one position": `
		lay CM2 a1 r1 L1 | fresh CI3 d1 r0 L1 // B at b2; B at d2
		1 bridge b2 c2 -> bridge not in line (B)
		1 bridge b2 e2 -> bridge not in line (B)
		1 bridge a1 d2 -> bridge not in line (B)
		1 bridge b1 d1 -> no icon (B)
		1 bridge d2 b2 -> spots order (record)
		1 bridge b2 d2 | has bridges=3`,
	"a bridge needs ends of one level": `
		lay CM2 a1 r1 L1 | fresh CI3 d1 r0 L2 | 1 bridge b2 d2 -> levels differ (B): a=1 b=2 icon=@icon.B`,
	"statues align at any distance and level": `
		fresh CJ1 a1 r0 L1 | 1 statue a2 | fresh CR1 g1 r0 L2 | 1 statue g2 | has statues=3
		fresh CI4 d4 r0 L1 | 1 statue d5 -> statue not aligned (B)`,
	"a statue built this turn supports the next tile": `
		hand CJ1 4 3 | 1 place SJ0 c3 r0 L1 | 1 statue c4 | 1 place CJ1 b4 r0 L2 | has singles=0`,

	"an empty garden scores nothing": `has total=0 highest=0 belvederes=0 open_holes=64`,
	"the score sheet adds up its items": `
		fresh CJ2 a1 r1 L1, CR2 c1 r0 L1 | 1 fountain b2 c2
		fresh CI3 f1 r0 L1 | 1 bridge d2 f2 | fresh CM1 a5 r0 L1 | 1 statue a6
		fresh CR4 g3 r1 L1, CR3 e4 r1 L2 open=e5
		has statues=1 fountains=3 bridges=3 stairs=0 flower_sets=4 decor_sets=0
		has belvederes=1 highest=4 total=16 open_holes=40`,
	"a set needs all four decorations": `
		fresh CJ2 a1 r1 L1, CR2 c1 r0 L1, CI3 f1 r0 L1, CM1 a5 r0 L1
		1 fountain b2 c2 | 1 bridge d2 f2 | 1 statue a6 | has decor_sets=0
		fresh CI4 c3 r1 L1, GJ1 e3 r0 L2 | 1 stairs d3 e3 | has decor_sets=4`,
	"a hidden statue and a hidden belvedere score nothing": `
		building overlap=adjacent | fresh CJ1 a1 r0 L1 open=b1 | 1 statue a2
		lay CI1 e1 r0 L1, CI2 e3 r0 L2, CR1 a3 r0 L1 | has statues=1 belvederes=1
		fresh CM1 a2 r0 L3 open=a2 // the statue is two levels below
		has statues=0 belvederes=2 standing=1 // it still stands (G-7)`,
	"flower sets count visible tiles": `
		building overlap=adjacent
		lay CJ1 a1 r0 L1, CR1 c1 r0 L1, CI1 e1 r0 L1, CM1 g1 r0 L1
		lay CJ2 a7 r0 L1, CI2 e7 r0 L1, CM2 g7 r0 L1, CR2 b2 r0 L2
		has flower_sets=8 | lay CR3 a1 r0 L3 | has flower_sets=4 // a part of the tile at a1 showed`,
	"only a fully hidden decoration scores nothing": `
		building overlap=adjacent | fresh CJ2 a1 r1 L1, CR2 c1 r0 L1 | 1 fountain b2 c2
		lay CJ1 g7 r0 L2, CR1 a3 r0 L1, CI1 c3 r0 L1
		hand CM1 9 9 | 1 place CM1 b2 r0 L3 -> too few supports (B 2)
		fresh CM1 a2 r0 L3 open=b2 | has fountains=3 // half hidden
		fresh CM2 c2 r0 L3 open=c2 | has fountains=0 belvederes=2`,
	"a bridge is never hidden (G-13)": `
		building overlap=adjacent | fresh CJ2 a1 r1 L1, CR2 c1 r0 L1, CI3 f1 r0 L1 | 1 bridge d2 f2
		lay CI1 c3 r0 L1, CR1 f3 r0 L1
		fresh CM1 c2 r0 L2 open=d2, CM2 f2 r0 L2 open=f2 | has bridges=3 // no tile covers its middle`,

	"two players remove three tiles each in turn": `
		game 2 | 2 remove a1 -> not your turn: turn=#1
		1 remove a1 | 2 remove b1 | 1 remove c1 | 2 remove d1 | 1 remove a2
		2 remove a1 -> not clay (setup 5)
		2 remove b2 | 1 dig a1 | has dug=GJ1`,
	"three players remove a tile each":      `game 3 | 1 remove a1 | 2 remove b1 | 3 remove c1 | 1 dig d4`,
	"among four players none removes tiles": `game 4 | 1 remove a1 -> not removing (setup 5)`,
	"seats take turns one after the other": `
		2 dig a2 -> not your turn: turn=#1
		2 end -> not your turn
		2 place SR0 a1 r0 L1 -> not your turn
		1 end | 1 dig a2 -> not your turn
		3 dig a2 -> not your turn: turn=#2
		2 dig a2 | 2 end | 3 dig a3 | 3 end | 4 dig a4 | 4 end | 1 dig b1 | turn #1 in round 2`,
	"a minus takes no stored pillars": `
		game 4 | round minus | heights b2:1 | 1 dig b2 | has singles=0`,
}

func TestScripts(t *testing.T) {
	run := func(t *testing.T, script string) []string { return building(t).do(script) }
	gametest.Scripts(t, Game, run, nil, scripts, rulings, otherRefusals)
}
