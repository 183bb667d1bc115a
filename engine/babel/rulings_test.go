package babel

// rulings hold the rulings of babel.md by number, and other rules, each from seat 1's turn after
// the draw, on a board without cards.
var rulings = map[string]string{
	"a pawn may travel to where it is":           `me hand=H pawn=H | 1 travel H | mine pawn=H`,
	"any card settles, at the end of the column": `me hand=A columns=H:SP pawn=H | 1 settle A | mine columns=H:SPA`,
	"only a 1 begins a temple":                   `me columns=H:AHM pawn=H yard=2 | 1 build own -> wrong step (build)`,
	"no step is left out": `
		me columns=H:AHM temples=H:1 pawn=H yard=3 | 1 build own -> wrong step (build)`,
	"two cards do not migrate": `me columns=H:AH | 1 migrate H S -> short column (migrate): have=2 site=@people.H`,
	"no power of another site": `
		me columns=H:AAA pawn=S | 1 demolish -> no trio (B-4): people=@people.A site=@people.S`,
	"a 2 may skip on bare land": `me columns=H:PPP pawn=H yard=2 | 1 skip own | mine temples=H:2`,
	"a migration needs no pawn, and the temple stays": `
		me columns=H:AHM,S:P temples=H:123 pawn=P | 1 migrate H S | mine columns=H:,S:PAHM temples=H:123`,
	"a deported people leaves this site": `
		me columns=H:MMM pawn=H | opp hand=P columns=H:PSMPP,S:PP
		1 deport P | mine columns=H:MM | theirs hand=P columns=H:SM,S:PP`,
	"the last cards of one people convert": `
		me columns=H:ASSS pawn=H | opp columns=H:PSPP | 1 convert | mine columns=H:ASSPP | theirs columns=H:PS`,

	"fifteen against nine": `
		me temples=A:123456,H:123456,M:12 columns=M:AAH pawn=M yard=3 | opp temples=A:12345,H:1234
		1 build own | over fifteen #1 | phase false`,
	"fifteen, and nine by the same steal (B-8)": `
		me columns=H:HHHHHH temples=A:123456,M:12345 pawn=H | opp temples=H:12345,P:12345
		1 steal | over fifteen #1 | phase false`,
	"fifteen against ten begins the final phase": `
		me temples=A:123456,H:123456,M:12 columns=M:AAH pawn=M yard=3 | opp temples=A:12345,H:12345
		1 build own | turn #1 acting | phase true`,
	"fourteen goes on": `
		me temples=A:123456,H:123456,M:1 columns=M:AAH pawn=M yard=2 | 1 build own | turn #1 acting | phase false`,
	"below ten does not matter before the final phase": `
		me temples=A:123456 columns=M:AAA pawn=M | opp temples=M:123456,H:123456
		1 demolish | turn #1 acting | phase false`,
	"from fourteen to twenty at once": `
		me temples=A:123456,H:123456,P:12 columns=M:HHHAAA pawn=M | opp temples=M:123456,S:123456
		1 steal | over twenty #1`,
	"twenty in the final phase": `
		me temples=A:123456,H:123456,P:123456,M:1 columns=M:AA pawn=M yard=2 | opp temples=S:12345,M:12345 | final
		1 build own | over twenty #1`,
	"nineteen in the final phase": `
		me temples=A:123456,H:123456,P:123456 columns=M:AA pawn=M yard=1 | opp temples=S:12345,M:12345 | final
		1 build own | turn #1 acting`,
	"B-9 twenty before below ten, by the same steal": `
		me columns=H:HHHHHH temples=A:123456,M:123456,P:123 pawn=H | opp temples=H:56,A:1234 | final
		1 steal | over twenty #1`,
	"B-8 below ten in the final phase, no matter who began it": `
		me temples=A:12345,H:12345 columns=M:AAA pawn=M | opp temples=M:123456,H:123456,S:123 | final
		1 demolish | over below-ten #1`,
	"ten in the final phase": `
		me temples=A:12345,H:12345 columns=M:AAA pawn=M | opp temples=M:123456,H:123456,S:1234 | final
		1 demolish | turn #1 acting`,
	"an empty quarry: the higher total": `
		me temples=A:1 | opp temples=A:12 hand=A | quarry 42 | 1 end | mine yard=42 | over quarry #2`,
	"an empty quarry: more cards": `
		me temples=A:1 hand=AA | opp temples=A:1 hand=A | quarry 42 | 1 end | over quarry #1`,
	"an empty quarry: shared": `me temples=A:1 hand=A | opp temples=A:1 hand=H | quarry 42 | 1 end | over quarry #1,2`,
	"an empty quarry: cards owed are not in hand (B-2)": `
		me hand=AAA | opp hand=HHHHH owed=3 | quarry 42 | 1 end | over quarry #1`,
	"an empty quarry: cards owed do not break a tie (B-2)": `
		me hand=AA | opp hand=HHHHH owed=3 | quarry 42 | 1 end | over quarry #1,2`,

	"B-1 the starting 1 is built first and by its holder": `
		me hand=AH columns=P:PPPPP,H:HHH temples=P:1 yard=2 pawn=P start | opp temples=H:1 yard=32 start
		1 build opp -> start first (B-1)
		1 skip opp -> start first (B-1)
		1 skip own -> start first (B-1)
		1 build own -> wrong step (build): needed=2 site=@people.P value=1
		1 travel H | 1 build opp -> start first (B-1)
		1 build own | mine temples=H:1 yard=2
		1 build opp -> start of opponent (B-1)
		1 build own | 1 travel A | 1 end`,
	"B-1 a steal may come before the starting 1": `
		me columns=H:HHH pawn=H start | opp temples=H:1 | 1 steal | mine temples=H:1 start`,
	"B-1 the supply lies under the starting 1": `me start | opp | 1 end | mine yard=111`,
	"B-1 the supply lies on what is under it":  `me yard=42 start | quarry 136 | 1 end | mine yard=42631 start`,
	"B-1 the starting 1 is taken from the top": `
		me columns=A:M pawn=A yard=4263 start | 1 build own | mine yard=4263`,
	"B-1 end is refused while there is a card":   `me hand=A start | 1 end -> start unbuilt (B-1)`,
	"B-1 end is refused while it could be built": `me columns=M:S pawn=M start | 1 end -> start unbuilt (B-1)`,
	"B-1 end is possible once it is built":       `me columns=M:S pawn=M start | 1 build own | 1 end`,
	"B-1 after a skip the duty moves to next turn": `
		me hand=AA columns=M:S pawn=M start | 0 skip 1 | mine start | turn #2 drawing`,
	"B-1 end is possible without a card to build with": `
		me hand=A start | opp | 1 travel A | 1 end | mine start
		2 draw | 2 end | 1 draw | 1 end -> start unbuilt (B-1)`,
	"B-2 the turn goes on while the opponent owes a discard": `
		me hand=A columns=H:SSSSSPPP pawn=H | opp hand=AHMPSSS
		1 halve S | turn #1,2 acting | theirs owed=3 keeps=4
		2 discard A,H -> owes other (B-2): cards=2 owed=3
		2 discard A,H,M,P -> owes other (B-2): cards=4 owed=3
		2 discard A,A,H -> not in hand (B-2): cards=@people.A @people.A @people.H
		2 draw -> not your turn: turn=#1
		1 discard A -> owes nothing (B-2)
		1 halve S | theirs hand=AHMPSSS owed=5 keeps=2
		1 halve S | theirs owed=6 | 1 halve P | theirs owed=6 // one card is halved to one
		1 end | 2 discard A,H,M,P,S,S | theirs hand=S | 2 draw`,
	"B-2 discards between two halvings": `
		me hand=A columns=H:SSSSSPPP pawn=H | opp hand=AHMPSSS
		1 halve S | 2 discard A,H,M | 1 halve P | theirs hand=PSSS owed=2`,
	"B-2 a hand of none owes nothing": `me columns=H:SSS pawn=H | opp | 1 halve S | theirs owed=0 | turn #1 acting`,
	"B-2 a hand of one owes nothing": `
		me columns=H:SSS pawn=H | opp hand=M | 1 halve S | theirs owed=0 | turn #1 acting`,
	"B-2 five keeps three": `
		me columns=H:SSS pawn=H | opp hand=AAHMP | 1 halve S | theirs owed=2 keeps=3
		discards 2 A,A A,H A,M A,P H,M H,P M,P`,
	"B-3 nothing is demolished": `me columns=H:AAA pawn=H | opp | 1 demolish | mine columns=H:AA | discarded A`,
	"B-3 nothing is deported":   `me columns=H:MMM pawn=H | opp | 1 deport S | mine columns=H:MM | discarded M`,
	"B-3 nothing is converted":  `me columns=H:SSS pawn=H | opp | 1 convert | mine columns=H:SS | discarded S`,
	"B-3 nothing is halved":     `me columns=H:AAA pawn=H | opp | 1 halve A | mine columns=H:AA | discarded A`,
	"B-3 steal and skip need a card that they can place": `
		me columns=H:HHHPPP temples=H:1 pawn=H yard=2 | opp yard=4
		1 steal -> nothing to steal (B-3): site=@people.H
		1 skip own -> wrong skip (B-3): needed=3 site=@people.H value=2
		1 skip opp -> wrong skip (B-3): needed=3 site=@people.H value=4`,
	"B-3 a steal counts the discarded card": `
		me columns=H:HHH pawn=H | opp temples=H:123 | 1 steal | mine columns=H:HH temples=H:3
		me columns=H:HHH pawn=H | opp temples=H:1234
		1 steal -> too few people (build): have=3 site=@people.H value=4`,
	"B-3 a skip counts the discarded card": `
		me columns=A:PPPA temples=A:2 pawn=A yard=4 | opp | 1 skip own | mine columns=A:PPA temples=A:24
		me columns=A:PPP temples=A:2 pawn=A | opp yard=4
		1 skip opp -> too few people (build): have=3 site=@people.A value=4`,
	"B-4 the first run loses the card": `
		me columns=H:ASSSSPSSSA pawn=H | opp
		1 convert | mine columns=H:ASSSPSSSA | 1 convert | mine columns=H:ASSPSSSA | 1 halve S | mine columns=H:ASSPSSA
		1 convert -> no trio (B-4): people=@people.S site=@people.H`,
	"B-6 one card is drawn from a quarry of one": `
		me temples=A:1 | opp | quarry 4 | 1 end | mine yard=4 | over quarry #1`,
	"B-7 demolished cards keep the game going": `
		me columns=H:AAA pawn=H | opp temples=H:12 | quarry 6 | 1 demolish | 1 end | mine yard=21 | turn #2 drawing`,
	"B-10 a skip ends the turn as it stands": `
		me hand=AA columns=H:SSS pawn=H yard=3 | opp hand=SSMHA
		1 travel A | 0 skip 1 | mine hand=A pawn=A yard=311 | turn #2 drawing`,
	"B-10 a skipped seat discards, draws and is supplied": `
		me columns=H:SSS pawn=H | opp hand=SSMHA | 1 halve S | 1 end
		0 skip 2 | theirs hand=MSSSSS yard=11 | discarded AHS | turn #1 drawing`,
	"B-10 a skip is for the active seat": `
		me columns=H:SSS pawn=H | opp hand=SSMHA | 1 halve S
		0 skip 2 -> nothing to skip (B-10): seat=#2
		0 skip 1 | theirs hand=AHMSS owed=2`,
	"B-10 a skip waits for the shuffle": `
		me hand=A | opp | drawing M HSSS | 0 skip 1 | turn #0 shuffling
		0 skip 1 -> nothing to skip (B-10): seat=#1
		1 draw -> shuffling
		0 shuffle SHSS | mine hand=AHMS yard=11 | turn #2 drawing`,
	"a shuffle completes the draw": `
		me | opp | drawing  AH | 1 draw
		0 shuffle AA -> shuffle cards
		1 end -> shuffling
		0 shuffle HA | mine hand=AH | turn #1 acting // there are only two cards
		0 shuffle HA -> no shuffle`,
	"a draw takes the cards that are left":        `me | opp | drawing M | 1 draw | mine hand=M | turn #1 acting`,
	"there is no shuffle before a card is needed": `me | opp | drawing MMM A | 1 draw | turn #1 acting | discarded A`,

	// The booklet's long example: its printed end is the one with the lowest card on top (B-11).
	"the worked example": example + `mine yard=65`,
	"the worked example, with the lowest card on top": `lowest` + example + `mine yard=21
		2 draw -> discard first (B-2): owed=5
		2 discard A,A,M,P,S | 2 draw | 2 travel H | 2 build opp | 2 build opp | theirs temples=H:12
		2 settle S | 2 migrate H A | theirs columns=H:,A:PSS // the migration is the other's own`,
}

// example is the worked example of babel.md up to the supply.
const example = `
	me hand=AHS columns=H:SSSSAPP,S:PP,A:HH pawn=H
	opp hand=AHMPSAH columns=H:PSAAM temples=H:123456,A:123
	1 convert | mine columns=H:SSSAPPM | theirs columns=H:PSAA
	1 migrate H S | mine columns=H:SSSA,S:PPPPM | 1 migrate S H -> migrated already (migrate)
	1 convert | mine columns=H:SSAAA | theirs columns=H:PS
	1 demolish | mine hand=AHS columns=H:SSAA | theirs temples=H:,A:123
	1 travel A | 1 settle H | mine hand=S columns=A:HHH pawn=A
	1 steal | mine columns=A:HH temples=A:3 | theirs temples=A:12
	1 travel S | 1 halve P | theirs owed=3 keeps=4
	1 halve P | mine columns=S:PPM | theirs owed=5 keeps=2
	1 end
	`
