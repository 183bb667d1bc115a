package gardens

// rulings hold the rulings of gardens.md, by their numbers. Each begins like scripts.
var rulings = map[string]string{
	"G-2 doubles at hand go first": `
		lay CJ1 a1 r0 L1 | hand CR1 9 3
		1 place CR1 c5 r0 L2 | has singles=7 doubles=0 // three doubles, and two singles for the fourth`,
	"G-2 an exchange keeps the singles that support": `
		lay CJ1 a1 r0 L1 | hand CR1 5 0 // b1 b2 take singles, c1 c2 doubles
		1 place CR1 b1 r0 L2 -> too few pillars (B 2)
		hand CR1 6 0 | 1 place CR1 b1 r0 L2 | has singles=0`,
	"G-3 an emptied cell shows the bottom": `
		game 4 | heights a1:1 | 1 dig a1 | 1 end | 2 dig a1 -> cell empty (A): cell=a1
		game 4 | heights a1:0 | 1 dig b1 | has singles=5 // the wall, the cell, two clays and the flower`,
	"G-3 the flower's pillar comes on top of the edges": `
		game 4 | 1 dig b2 | has singles=4 | 1 end | 2 dig c2 | has 2 singles=5`,
	"G-4 six singles stay and other pillars are lost": `hand CJ1 9 2 | 1 end | has singles=6 doubles=0`,
	"G-4 only the dug tile replaces the stored one": `
		1 end keep=SJ0 -> nothing to keep (C): tile=@material.S+flower.J
		1 end keep=CR4 -> nothing to keep (C)
		1 end keep=CJ1 | has notch=CJ1 // the start tile is discarded
		building | 1 end | has notch=SJ0 dug=-
		building | hand CJ1 8 0 | 1 place CJ1 a1 r0 L1
		1 end keep=CJ1 -> nothing to keep (C)
		1 end keep=SJ0 -> nothing to keep (C)
		1 place SJ0 c1 r0 L1 | 1 end | has notch=-`,
	"G-5 levels count from the board": `
		hand CJ1 8 0 | 1 place CJ1 a1 r0 L2 -> level gap (B 4)
		1 place CJ1 a1 r0 L1 | 1 place SJ0 c1 r0 L1 | has highest=2`,
	"G-6 stairs block a tile of their higher level": `
		lay CJ3 a1 r1 L1 | fresh CR3 c1 r3 L2 | 1 stairs b2 c2 | hand CM1 9 9
		1 place CM1 a2 r0 L2 -> sticks up (G-6): hole=b2 level=2 top=2
		1 place CM1 a2 r0 L2 open=b2 -> sticks up (G-6)`,
	"G-6 a higher tile may cover an end of stairs": `
		lay CJ3 a1 r1 L1, CJ1 a3 r0 L1 | fresh CR3 c1 r3 L2 | 1 stairs b2 c2
		fresh CM1 a2 r0 L3 open=b2 | has stairs=3 // the top of the lower end is 2, and the other still shows`,
	"G-6 a fountain fits under the next level": `
		fresh CJ2 a1 r1 L1, CR2 c1 r0 L1 | 1 fountain b2 c2 | fresh CI1 a2 r0 L2 open=b2 | has fountains=3`,
	"G-6 bridges of one level do not cross": `
		fresh CM2 a3 r1 L1, CM2 d4 r3 L1, CM2 c2 r0 L1, CM2 b5 r2 L1 // B at b4, d4, c3, c5
		1 bridge b4 d4 | 1 bridge c3 c5 -> bridge blocked (B): hole=c4`,
	"G-7 a hidden statue still stands": `
		building overlap=adjacent | fresh CJ1 a1 r0 L1 | 1 statue a2
		lay CI1 e1 r0 L1, CI2 e3 r0 L2, CR1 a3 r0 L1 | fresh CM1 a2 r0 L3 open=a2 | has statues=0
		fresh CI4 g6 r0 L1, GR3 g1 r2 L1 // S at g7; S at g2
		1 statue g7 -> statue not aligned (B)
		1 statue g2`,
	"G-7 a supporting statue aligns nothing": `
		fresh SJ0 c3 r0 L1, CJ1 e3 r1 L1 | 1 statue c4 | 1 statue f4
		fresh CR1 b4 r0 L2, CM1 c7 r0 L1, CI4 f7 r0 L1 // on the statue at c4; S at c8; S at f8
		1 statue c8 -> statue not aligned (B)
		1 statue f8
		building | fresh SJ0 c3 r0 L1, CJ1 c7 r0 L1 | 1 statue c4 | 1 statue c8
		fresh CR1 b4 r0 L2, CI4 f3 r0 L1 | 1 statue f4 -> statue not aligned (B)`,
	"G-8 the hole under a bridge stays open": `
		lay CM2 a1 r1 L1 | fresh CI3 d1 r0 L1 | has open_holes=56 | 1 bridge b2 d2 | has open_holes=56`,
	"G-9 wild serves one decoration": `
		round wild | fresh CJ1 c3 r0 L1, CM1 f3 r0 L1 // S c4, F d4; S f4, B g4
		1 statue c4 as=c4 -> as printed (G-14): hole=c4
		1 statue d4 as=d4 | 1 statue g4 as=g4 -> as used (G-9)
		has d4=F | 1 statue f4 // the printed icon is back`,
	"G-9 wild changes icons, and blank changes blanks": `
		fresh CJ1 c3 r0 L1 | 1 statue c3 as=c3 -> as not this round (G-9)
		round wild | 1 statue c3 as=c3 -> as blank (G-9): hole=c3
		1 statue d4 as=d4
		building | fresh CJ1 c3 r0 L1 | round blank
		1 statue d4 as=d4 -> as icon (G-9): hole=d4
		1 statue c4 as=c4 -> as printed (G-14)
		1 statue c3 as=c3`,
	"G-9 only spots of new tiles change": `
		lay CJ3 a1 r1 L1 | fresh CR2 c1 r0 L1 | round wild // T b2, B b1
		1 fountain b2 c2 as=b2 -> as elsewhere (G-9): hole=b2
		1 fountain b2 c2 as=d2 -> as elsewhere (G-9)
		1 statue c2 as=d2 -> as elsewhere (G-9)
		1 fountain b2 c2 -> no icon (B)`,
	"G-9 only one end changes": `
		round wild | fresh CJ3 a1 r1 L1, CM1 c1 r0 L1 // T b2; S c2
		1 fountain b2 c2 as=b2 -> no icon (B)
		1 fountain b2 c2 as=c2 -> no icon (B)`,
	"G-9 every turn may change an icon": `
		game 4 | round wild | 1 dig a1 | fresh CJ1 c3 r0 L1 | 1 statue d4 as=d4 | 1 end
		2 dig a2 | fresh 2 CJ1 c3 r0 L1 | 2 statue d4 as=d4 | 2 end | 3 dig a3 | 3 end | 4 dig a4 | 4 end
		1 dig a1 | round wild | fresh CJ1 f3 r0 L1 | 1 statue g4 as=g4`,
	"G-10 the next seat digs while others build": `
		game 3 build=together | 1 remove a4 | 2 remove b4 | 3 remove c4
		2 dig a1 -> not your turn
		1 dig a1 | turn #1,2 in round 1 | 1 dig a2 -> dug already (A)
		2 dig b1 | 2 end | 3 dig c1 | turn #1,3 in round 1
		2 dig a2 -> others build (G-10): turn=#1,3
		3 end | 2 dig a2 -> others build (G-10)
		3 dig a2 -> others build (G-10): turn=#1
		2 end -> not your turn
		1 end | turn #1 in round 2 | 1 dig a2`,
	"G-13 a lower tile and a statue may lie under a bridge": `
		fresh CJ1 c1 r0 L1 | 1 statue c2 | fresh CM2 a2 r2 L2, CI3 d1 r0 L2 // B at b2; B at d2
		1 bridge b2 d2 | has bridges=6 statues=1`,
	"G-13 stairs up to the bridge's level block it": `
		lay CJ4 c1 r0 L1 | fresh CM2 a2 r2 L2, CI3 d1 r0 L2, CR4 c3 r3 L2 // T at c2; B at b2; B at d2; T at c3
		1 stairs c2 c3 | 1 bridge b2 d2 -> bridge blocked (B)`,
	"G-13 a spanned spot is not free": `
		fresh CJ1 c1 r0 L1, CM2 a2 r2 L2, CI3 d1 r0 L2 | 1 bridge b2 d2 | 1 statue c2 -> spot taken (B)`,
	"G-14 as is refused where the printed icon would do": `
		round wild | lay CJ2 a1 r1 L1 | fresh CR2 c1 r0 L1
		1 fountain b2 c2 as=c2 -> as printed (G-14)
		1 fountain b2 c2`,
	"G-15 a skip forgoes a removal or a dig and ends a turn": `
		game 2 | 0 skip 2 -> nothing to skip (G-15): seat=#2
		0 skip 1 | 2 remove a1 | 1 remove a2 | 2 remove a3 | 1 remove a4 | 2 remove b1 | turn #1 in round 1
		0 skip 1 | turn #2 in round 1 | has singles=0
		2 dig b2 | 0 skip 1 -> nothing to skip (G-15)
		0 skip 2 | has 2 dug=- notch=SR0 | turn #1 in round 2 // no dug tile is kept, as after end
		0 skip 3 -> no such seat: seat=#3`,
	"G-15 skips end the round when all build together": `
		game 4 build=together | 1 dig a1 | 0 skip 2 | 0 skip 1 | 3 dig b1 | turn #3,4 in round 1
		0 skip 3 | 0 skip 4 | turn #1 in round 2`,
	"G-15 resigning ends the turn first": `
		hand CJ1 9 2 | 1 place SJ0 c3 r0 L1 | 1 resign
		has singles=5 doubles=0 dug=- tiles=1 | turn #2 in round 1
		1 resign -> resigned: seat=#1
		1 dig a2 -> resigned`,
	"G-15 resigning forgoes the removals": `
		game 3 | 1 remove a1 | 2 resign | turn #3 in round 0 | 3 remove a2 | turn #1 in round 1
		3 resign | won #1 | 1 resign -> game over
		0 skip 1 -> game over
		1 dig a1 -> game over`,
	"G-15 the round goes on when a seat resigns": `
		game 3 build=together | 1 remove a4 | 2 remove b4 | 3 remove c4 | 1 dig a1 | 2 dig b1 | 3 resign
		turn #1,2 in round 1 | 2 end | 1 end | turn #1 in round 2
		1 dig a1 | 1 end | 2 dig a2 | 2 end | turn #1 in round 3`,
	"G-15 the round ends when the last seat to dig resigns": `
		1 end | 2 dig a2 | 2 end | 3 dig a3 | 3 end | 4 resign | turn #1 in round 2`,
	"G-16 the notation takes two digits": `
		1 place BM4 g7 r3 L16 -> tile not at hand (B tiles)
		1 place BM4 g7 r3 L17 -> malformed move`,
}
