package towers

// four ends a seat's turn but for the done.
const four = `
	1 tower q7.1 n | 1 tower r7.1 n | 1 tower s7.1 n | 1 tower t7.1 n
	`

// rulings hold the rulings of towers.md by number, and other rules, each from the first round of a
// tactical game of three.
var rulings = map[string]string{
	"T-1 placements off the table are refused": `
		1 tower a27.1 n -> malformed move
		1 tower a0.1 n -> malformed move
		1 bridge y5-aa5.1 -> malformed move
		1 bridge c25-c27.1 -> malformed move
		1 bridge c3-d3.1 -> malformed move
		1 bridge e3-c3.1 -> malformed move
		1 tower z26.1 w | 1 tower a1.1 n | 1 bridge x1-z1.1 | 1 bridge a24-a26.1`,
	"T-1 pieces need support": `
		1 tower k7.2 n -> no support (grid): cell=k7.2
		1 bridge k7-m7.2 -> no support (grid): cell=k7.2
		set 1 tower k7.1 n
		1 bridge k7-m7.2 -> no support (grid): cell=m7.2
		1 tower k7.1 n -> cell taken (grid): cell=k7.1
		later 3 | set 1 tower k7.1 n, 1 tower m7.1 n, 1 bridge k7-m7.2
		1 bridge l7-l9.1 -> under arch (grid): cell=l7.1
		1 tower l7.1 n -> under arch (grid): cell=l7.1
		1 tower k7.3 n | 1 tower l7.3 n`,
	"T-1 an arch has nothing below, and bridges cross but do not lie exactly on each other": `
		later 3 | set 1 bridge k7-m7.1
		1 bridge k7-m7.2 -> arch over piece (grid): cell=l7.1
		1 bridge k7-m7.1 -> cell taken (grid): cell=k7.1
		set 1 bridge n7-p7.1, 1 tower l9.1 n
		1 bridge l7-n7.2 -> arch over piece (grid): cell=m7.1
		1 bridge l7-l9.2
		1 tower l8.1 n -> under arch (grid): cell=l8.1
		1 bridge l8-n8.1 -> under arch (grid): cell=l8.1`,
	"T-1 higher pieces do not hinder": `
		later 3 | column k7 2 | column m7 2 | set 1 bridge k7-m7.3
		1 tower l7.1 n | 1 tower l7.2 n -> under arch (grid): cell=l7.2`,
	"T-2 a noble scores the level of its tower": `
		later 3 | column k7 3 | 1 small k7.3 | 1 tower l7.1 n | 1 small l7.1
		player 1 Levels=[1,0,3] Penalty=-6 Total=-2`,
	"T-3 beside":               `set 1 tower k7.1 n, 1 tower k8.1 n | parts 1`,
	"T-3 above":                `set 1 tower k7.1 n, 1 tower k7.2 n | parts 1`,
	"T-3 diagonal":             `set 1 tower k7.1 n, 1 tower l8.1 n | parts 2`,
	"T-3 diagonal in height":   `column k7 3 | set 1 bridge l8-l10.1, 1 tower l8.2 n | parts 2`,
	"T-3 beside an arch":       `set 1 bridge k7-m7.1, 1 tower l8.1 n | parts 1`,
	"T-3 beyond an end":        `set 1 bridge k7-m7.1, 1 bridge n7-p7.1 | parts 1`,
	"T-3 three parts made one": `set 1 tower k7.1 n, 1 tower m7.1 n, 1 tower l8.1 n, 1 tower l7.1 n | parts 1`,
	"T-3 nobles do not connect": `
		later 3 | column k7 1 | column m7 2 | column l7 1 | set 1 small k7.1 | parts 1 | view Connected=true`,
	"T-3 only the end of a turn is checked": `
		1 tower a1.1 n | 1 tower c1.1 n | view Connected=false | 1 tower b1.1 n | view Connected=true`,

	"T-5 room counts the towers that nobles can share": `
		later 3 | set 1 tower k7.1 n, 1 tower l7.1 n, 1 tower m7.1 n, 1 tower n7.1 n, 1 tower n7.2 n
		hand 2 small=6 large=2 | room 2 4 // each noble on its own tower
		set 1 small k7.1, 3 large l7.1 | room 2 3 // beside a small noble, and on two empty towers
		set 3 small k7.1 | room 2 2 // with three players a tower takes two
		hand 2 small=6 large=2 towers=1 | room 2 4 // a tower and a noble on it
		hand 2 small=6 large=2 towers=1 bridges=3 | room 2 4 // enough without looking at nobles`,
	"T-5 large nobles get the empty towers": `
		later 5 | set 1 tower k7.1 n, 1 tower l7.1 n, 1 tower m7.1 n, 1 small k7.1, 3 small k7.1
		hand 2 small=1 large=2 | room 2 3`,
	"T-5 a tower under an arch has no room": `
		later 3 | column k7 2 | column m7 2 | set 1 tower l7.1 n, 1 bridge k7-m7.3 | hand 2 small=3 | room 2 0
		1 small l7.1 -> noble under arch (nobles): cell=l7.1`,
	"T-5 a game goes on with a turn that has room": `
		later 3 | hand 2 towers=2 small=1 large=1
		1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 tower k10.1 n | 1 done | turn #2`,
	"T-5 a game ends before a turn without room": `
		later 3 | hand 2 towers=1 small=1 large=1
		1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 tower k10.1 n | 1 done
		turn # | view Winners=[2] // seat 2 has no bridges left`,
	"T-6 every first turn must make the area larger": `
		1 tower k7.1 n | 1 tower l7.1 n | 1 tower m7.1 n | 1 tower n7.1 n | 1 done
		2 tower k7.2 n | 2 tower k7.3 n | 2 tower l7.2 n | 2 tower m7.2 n
		2 done -> area not larger (T-6)
		sound Grown=true MayEnd=true
		2 tower j7.1 n | 2 done`,
	"T-6 a turn that cannot make it larger is a dead end": `
		1 tower k7.1 n | 1 tower l7.1 n | 1 tower m7.1 n | 1 tower n7.1 n | 1 done
		2 tower k7.2 n | 2 tower k7.3 n | 2 tower l7.2 n | 2 tower m7.2 n | 2 tower n7.2 n
		2 done -> area not larger (T-6)
		stuck 2`,
	"T-6 an arch covers ground": `
		1 tower k7.1 n | 1 tower k8.1 n | 1 tower l8.1 n | 1 tower m8.1 n | 1 tower m7.1 n | 1 done
		2 bridge k7-m7.2 | 2 tower k8.2 n | 2 tower l8.2 n | 2 tower m8.2 n | 2 done // it is over l7`,
	"T-7 nothing topples": `later 3 | column k7 16 | set 2 large k7.16 | 0 skip 1 | standing 16`,
	"T-8 a swap of one colour changes nothing": `
		later 3 | set 1 tower k7.1 n, 1 tower l7.1 n, 2 small k7.1, 2 small l7.1
		1 tower m7.1 n | 1 tower n7.1 n | 1 tower o7.1 n | 1 tower p7.1 n
		1 swap small k7.1:yellow l7.1:yellow | on k7.1 small yellow | on l7.1 small yellow
		1 swap small k7.1:yellow l7.1:yellow -> swapped already (special move)
		1 tower a1.1 n -> special made (special move)
		1 done`,
	"T-8 a swap needs two towers": `
		later 3 | set 1 tower k7.1 n, 1 tower l7.1 n, 1 tower l7.2 n
		set 2 small k7.1, 1 small k7.1, 2 small l7.2, 3 small l7.2
		1 tower m7.1 n | 1 tower n7.1 n | 1 tower o7.1 n | 1 tower p7.1 n
		1 swap small k7.1:yellow k7.1:blue -> same tower (T-8): cell=k7.1
		1 swap small l7.2:green k7.1:blue -> tower order (special move): first=k7.1 second=l7.2
		1 swap small k7.1:blue l7.2:yellow -> two of colour (special move)
		1 swap small k7.1:blue l7.2:green
		on k7.1 small yellow, small green | on l7.2 small blue, small yellow`,
	"expert: a tower is turned in the first round": `
		game 3 expert=true
		1 tower k7.1 n | 1 tower l7.1 n | 1 tower m7.1 n | 1 tower n7.1 n | 1 turn k7.1 e | 1 done`,
	"expert: a tower is turned after a swap": `
		nobles 3 expert=true` + four + `1 swap small k7.1:blue o7.1:yellow | 1 turn k7.1 w | 1 done`,
	"expert: no tower is turned after a noble": `
		nobles 3 expert=true | 1 small p7.2 | 1 tower q7.1 n | 1 tower r7.1 n | 1 tower s7.1 n
		1 turn k7.1 e -> noble placed (special move)`,
	"T-11 four pieces in parts need a fifth": `
		1 tower k7.1 n | 1 tower l7.1 n | 1 tower n7.1 n
		1 done -> too few placed (tactical): needed=4 placed=3
		1 tower o7.1 n | 1 done -> in parts (T-11): placed=4
		sound MayEnd=true | 1 tower m7.1 n | 1 done`,
	"T-11 five pieces in parts are a dead end": `
		1 tower k7.1 n | 1 tower l7.1 n | 1 tower n7.1 n | 1 tower o7.1 n | 1 tower a1.1 n
		1 done -> in parts (T-11): placed=5
		1 tower m7.1 n -> five placed (tactical)
		stuck 1`,
	"T-12 nothing is placed above level 16": `
		later 3 | 1 tower k7.17 n -> malformed move
		column k7 16 | 1 large k7.16 | player 1 Levels=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,16]`,
	"T-14 the level limit is seat 1's alone": `
		1 tower k7.1 n | 1 tower k7.2 n
		1 tower k7.3 n -> first too high (T-14): cell=k7.3 most=2
		1 small k7.2 -> no nobles yet (first round)
		1 tower l7.1 n | 1 tower m7.1 n | 1 done | 2 tower k7.3 n | 2 tower k7.4 n | 3 resign
		0 skip 2 -> unfinished turn (T-15)
		2 tower k8.1 n | 2 tower k9.1 n | 2 done | turn #1 | 1 small k7.4`,
	"T-14 a skipped seat does not grow the area": `
		0 skip 1 | view FirstRound=true
		2 tower k7.1 n | 2 tower k7.2 n | 2 tower k7.3 n | 2 tower k7.4 n | 2 done | 3 resign
		turn #1 | view FirstRound=false | 1 small k7.4`,
	"T-15 a skipped turn stays if it could end": `
		later 3 | 1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 0 skip 1 -> unfinished turn (T-15)
		1 tower k10.1 n | 0 skip 1 | standing 4 | turn #2 | 0 skip 2 | turn #3`,
	"T-15 a turn in parts must be undone before a skip": `
		later 3 | 1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 tower a1.1 n
		0 skip 1 -> unfinished turn (T-15)
		1 resign -> unfinished turn (T-15)`,
	"T-15 a turn stays after a resignation if it could end": `
		later 3 | 1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 resign -> unfinished turn (T-15)
		1 tower k10.1 n | 1 resign | standing 4 | turn #2`,
	"T-15 the special move stays after a skip": `
		later 3 expert=true | 1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 tower k10.1 n
		1 turn k9.1 w | 0 skip 1 | turn #2 | 3 resign | 2 resign | turn # | view Winners=[1]`,

	"T-9 a tower takes three small nobles and a large one": `
		game 3 mode=quick | set 1 tower 1:k7.1 n, 1 tower 1:l7.1 n
		1 small 1:k7.1 | 1 small 1:k7.1 | 2 small 1:k7.1 | 2 large 1:k7.1
		1 small 1:k7.1 -> tower full (nobles): cell=1:k7.1 most=3
		1 large 1:k7.1 -> large noble there (nobles): cell=1:k7.1
		1 large 1:l7.1 | 2 small 1:l7.1 | 1 take 1:l7.1 -> no own small (T-9): cell=1:l7.1
		1 small 1:l7.1 | 1 take 1:l7.1 | 1 take 1:k7.1 | player 1 Small=5
		on 1:k7.1 small blue, large yellow, small yellow`,
	"T-10 the last noble ends the round": `
		game 3 mode=quick | won 1 1 | set 2 tower 1:k7.1 n, 2 tower 1:l7.1 n, 2 tower 1:m7.1 n | hand 1 small=1 large=1
		1 small 1:k7.1 | view Round=1 | 1 large 1:m7.1 | view Round=2 | standing 0
		player 1 Towers=27 Bridges=6 Small=6 Large=0 Zones=[1,3] Left=41 Won=2 SetAside=2
		1 small 1:k7.1 -> no tower (nobles): cell=1:k7.1`,
	"T-10 with a clock the last noble ends nothing": `
		game 3 mode=quick clock=300 | set 2 tower 1:k7.1 n, 2 tower 1:l7.1 n | hand 1 small=1 towers=1
		1 small 1:k7.1 | 1 tower 1:k8.1 n | 1 stuck | 2 stuck | 3 tower 3:k7.1 n | view Round=1
		3 stuck | view Round=2`,
	"T-13 zones close up in the round after a resignation": `
		game 4 mode=quick | 1 tower 1:k7.1 n | 1 tower 4:k7.1 n | 2 tower 1:l7.1 n | 2 resign
		player 1 Zones=[1,4] | turn #1,3,4
		1 tower 1:k7.2 n | 1 stuck | 3 stuck | 4 stuck
		player 1 Zones=[1,4] Won=1 | player 2 Zones=[0,0] Won=0 | player 3 Zones=[1,3] | player 4 Zones=[3,4]
		3 tower 2:k7.1 n -> zone of others (quick): zone=2 zones=1, 3
		2 stuck -> resigned: seat=#2
		4 resign | 3 stuck | 1 stuck | player 1 Zones=[1,3] | player 3 Zones=[1,3] // two zones between the two
		1 resign | turn # | view Winners=[3] Round=2 // the third round is not scored`,
	"T-13 stuck holds for the round": `
		game 3 mode=quick | 2 stuck
		2 tower 1:k7.1 n -> said stuck (T-13)
		2 stuck -> said stuck (T-13)
		0 skip 2 -> nothing to skip (T-15): seat=#2
		1 resign | 3 stuck | turn #2,3`,

	"the booklet's example of a round": `
		game 3 mode=quick | column 1:a1 2 | column 1:b1 3 | column 1:c1 4 | column 1:d1 5
		set 1 small 1:a1.2, 1 small 1:b1.3, 1 small 1:c1.4, 2 large 1:c1.4, 1 large 1:d1.5
		player 1 Points=[10,0] Score=0 // 2 + 3 + 5: on level 4 a neighbour's large noble stands too
		column 3:a1 1 | column 3:b1 2 | column 3:c1 3
		set 1 small 3:a1.1, 1 small 3:b1.2, 1 small 3:c1.3, 3 small 3:c1.3
		player 1 Points=[10,6] Score=6 | player 2 Points=[4,0]`,
	"a noble scores only alone of its colour, with others on the building": `
		game 3 mode=quick | column 1:a1 2 | set 1 small 1:a1.2 | player 1 Points=[0,0]
		1 tower 1:c1.1 n | 2 small 1:c1.1 | player 1 Points=[0,0] // the other colour is on another building
		set 2 tower 1:b1.1 n | player 1 Points=[2,0] | player 2 Points=[1,0]
		set 1 large 1:c1.1 | player 1 Points=[3,0] | player 2 Points=[0,0] // a large noble stands beside it
		set 1 small 1:c1.1 | player 1 Points=[2,0] // two nobles of one colour do not score`,
	"expert: the best noble counts double where all towers face one way": `
		game 3 mode=quick expert=true
		set 1 tower 1:a1.1 e, 1 tower 1:b1.1 e, 1 tower 1:b1.2 e, 1 tower 1:c1.1 e, 1 tower 1:c1.2 e
		set 1 small 1:a1.1, 1 small 1:b1.2, 1 small 1:c1.2, 2 small 1:c1.2 // 1 + 2 + 2 and 2 more, 2 and 2 more
		set 1 tower 1:k1.1 n, 1 tower 1:k2.1 e, 1 small 1:k1.1, 2 small 1:k2.1 // 1, 1
		set 1 tower 1:p1.1 w, 1 tower 1:q1.1 w, 1 small 1:p1.1, 2 small 1:q1.1 // 1 and 1 more, for both
		player 1 Points=[10,0] | player 2 Points=[7,0]`,
	"three rounds won win the game": `
		game 3 mode=quick | 3 tower 3:a1.1 n | 1 stuck | 2 stuck | 3 stuck // seat 3 has the fewest pieces left
		1 stuck | 2 stuck | 3 stuck | 1 stuck | 2 stuck | 3 stuck // nobles set aside count as left
		turn # | view Winners=[3] Round=3 | player 1 Won=2 | player 2 Won=2 | player 3 Won=3 Large=0`,
	"several players reach the third round together": `
		game 3 mode=quick | won 1 2 | won 2 2 | 1 stuck | 2 stuck | 3 stuck | turn # | view Winners=[1,2]`,
	"a tactical game ends with the last noble": `
		later 3 | column k7 2 | hand 1 towers=9 small=1 | hand 2 towers=9 small=1 | hand 3 towers=9
		1 small k7.2 | 1 tower l7.1 n | 1 tower m7.1 n | 1 tower n7.1 n | 1 done | turn #2
		2 small k7.2 | 2 tower o7.1 n | 2 tower p7.1 n | 2 tower q7.1 n | 2 done | turn # | view Winners=[1,2,3]`,
	"the nobles of a seat that resigned do not count": `
		later 3 | column k7 2 | hand 1 towers=9 small=1 | hand 2 towers=9 small=1 | hand 3 towers=9
		1 small k7.2 | 1 tower l7.1 n | 1 tower m7.1 n | 1 tower n7.1 n | 1 done | 2 resign | turn #`,
	"the worked example": `
		later 4 | column a1 3 | column c1 5 | column d1 5 | column f1 7 | column g1 7 | column h1 7 | column i1 7
		set 3 small a1.3, 3 small c1.5, 3 small d1.5, 2 small d1.5, 3 large f1.7, 3 small g1.7, 3 small h1.7
		set 4 small g1.7, 4 small h1.7, 4 small i1.7, 2 small i1.7
		hand 3 bridges=1 | player 3 Levels=[0,0,3,0,5,0,0] Penalty=-1 Total=7`,
}
