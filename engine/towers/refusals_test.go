package towers

import (
	"testing"

	"amytis/engine/gametest"
)

// otherRefusals are those that no ruling above is about.
var otherRefusals = map[string]string{
	"every game": `
		nobles 3
		4 done -> no such seat: seat=#4
		0 skip 5 -> no such seat: seat=#5
		0 skip 2 -> nothing to skip (T-15): seat=#2
		2 tower a1.1 n -> not your turn: turn=#1
		1 fly -> no such verb
		2 resign | 2 done -> resigned: seat=#2
		2 resign -> resigned: seat=#2
		3 resign | 1 done -> game over
		2 resign -> game over
		0 skip 1 -> game over`,
	"tactical": `
		nobles 3
		0 time -> no clock (T-10)
		1 stuck -> only quick (tactical)
		1 take k7.1 -> only quick (tactical)
		1 tower 1:a1.1 n -> no zones (tactical): cell=1:a1.1
		hand 1 small=0
		1 tower a1.1 n -> none left (pieces): piece=@piece.tower
		1 large p7.2 -> none left (pieces): piece=@piece.large`,
	"pieces": `
		nobles 3
		1 bridge j7-l7.1 -> cell taken (grid): cell=k7.1
		1 tower k7.2 n -> noble in cell (nobles): cell=k7.2
		1 tower a1.2 n -> no support (grid): cell=a1.2
		1 tower k7.3 n -> no support (grid): cell=k7.3 // nobles support nothing
		set 1 tower l6.1 n, 1 tower l6.2 n, 1 tower l8.1 n, 1 tower l8.2 n, 1 tower k9.1 n
		1 bridge l6-l8.3 -> arch over piece (grid): cell=l7.2 // nobles are there
		1 bridge k7-k9.2 -> noble in cell (nobles): cell=k7.2`,
	"nobles": `
		nobles 3
		1 small a1.1 -> no tower (nobles): cell=a1.1
		1 small p7.1 -> tower covered (nobles): cell=p7.1
		1 small k7.1 -> own noble there (nobles): cell=k7.1
		1 large k7.1 -> own noble there (nobles): cell=k7.1
		1 small n7.1 -> large noble there (nobles): cell=n7.1
		1 large l7.1 -> small nobles there (nobles): cell=l7.1
		1 small l7.1 -> tower full (nobles): cell=l7.1 most=2
		set 1 bridge a1-c1.1 | 1 small a1.1 -> no tower (nobles): cell=a1.1
		later 4 | set 1 tower k7.1 n, 2 small k7.1, 3 small k7.1
		1 small k7.1 -> tower full (nobles): cell=k7.1 most=2`,
	"swaps": `
		nobles 3 | 1 swap large m7.1:blue n7.1:yellow -> too few placed (tactical): needed=4 placed=0` + four + `
		1 swap small k7.1:blue 1:l7.1:yellow -> no zones (tactical): cell=1:l7.1
		1 turn k7.1 e -> only expert (expert)
		1 swap large n7.1:yellow m7.1:blue -> tower order (special move): first=m7.1 second=n7.1
		1 swap small m7.1:blue o7.1:yellow -> no such noble (special move): cell=m7.1 colour=@colour.blue size=@size.small
		1 swap large m7.1:blue o7.1:yellow -> no such noble (special move): cell=o7.1 colour=@colour.yellow size=@size.large
		1 swap small l7.1:green o7.1:yellow -> two of colour (special move): cell=l7.1 colour=@colour.yellow
		nobles 3 | 1 tower q7.1 n | 1 tower r7.1 n | 1 tower s7.1 n | 1 tower a7.1 n
		1 swap large m7.1:blue n7.1:yellow -> in parts (T-11): placed=4
		nobles 3 | 1 small p7.2 | 1 tower q7.1 n | 1 tower r7.1 n | 1 tower s7.1 n
		1 swap large m7.1:blue n7.1:yellow -> noble placed (special move)`,
	"expert": `
		nobles 3 expert=true` + four + `
		1 turn 1:k7.1 e -> no zones (tactical): cell=1:k7.1
		1 turn a1.1 e -> no tower (nobles): cell=a1.1
		1 swap small k7.1:blue l7.1:yellow -> facings differ (expert): cell=k7.1 facing=@facing.n other=l7.1 other_facing=@facing.e
		1 turn k7.1 s -> not quarter turn (expert): cell=k7.1 facing=@facing.n
		1 turn k7.1 n -> not quarter turn (expert)
		1 swap small k7.1:blue o7.1:yellow
		1 swap small k7.1:yellow o7.1:blue -> swapped already (special move)
		1 turn k7.1 e | 1 turn k7.1 n -> turned already (expert)
		1 swap small k7.1:yellow o7.1:blue -> swapped already (special move)
		1 small p7.2 -> special made (special move)`,
	"quick": `
		game 3 mode=quick
		set 1 tower 1:k7.1 n, 1 tower 1:l7.1 n, 1 small 1:k7.1, 2 small 1:k7.1
		0 time -> no clock (T-10)
		1 done -> only tactical (quick)
		1 turn 1:k7.1 e -> only tactical (quick)
		1 tower a1.1 n -> zone missing (quick): cell=a1.1 zones=1, 3
		1 tower 2:a1.1 n -> zone of others (quick): zone=2 zones=1, 3
		2 tower 5:a1.1 n -> zone of others (quick): zone=5 zones=1, 2
		1 take 1:a1.1 -> no tower (nobles): cell=1:a1.1
		1 take 1:k7.1 -> no large there (T-9): cell=1:k7.1`,
}

func TestScripts(t *testing.T) {
	gametest.Scripts(t, Game, func(t *testing.T, script string) []string {
		p := begin(t, tactical, 3)
		return run(t, &p, script)
	}, nil, rulings, otherRefusals)
}
