package babel

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/render"
	"amytis/render/rendertest"
)

func TestPlannedMovesAreTold(t *testing.T) {
	for move, want := range map[string]string{
		"1 draw":          "plan.draw",
		"1 travel H":      "plan.travel(People=people.H Site=people.H)",
		"1 settle P":      "plan.settle(Cards=cards_of.P(Count=1) People=people.P Site=people.M Value=0)",
		"1 build own":     "plan.build(Owner=Ana Site=people.M Value=5)",
		"1 build opp":     "plan.build(Owner=Bo 𝓫𝓸 🌸 Site=people.M Value=0)",
		"1 migrate S P":   "plan.migrate(Cards=cards_of.A(Count=3) People=people.S Site=people.P)",
		"1 demolish":      "plan.demolish(Power=people.A Site=people.M Value=3)",
		"1 steal":         "plan.steal(Power=people.H Site=people.M Value=3)",
		"1 deport H":      "plan.deport(People=people.H Power=people.M Site=people.M)",
		"1 convert":       "plan.convert(Cards=cards_of.S(Count=2) Power=people.S Site=people.M)",
		"1 skip own":      "plan.skip(Owner=Ana Power=people.P Site=people.M Value=5)",
		"1 halve M":       "plan.halve(Opponent=Bo 𝓫𝓸 🌸 Power=people.M)",
		"1 end":           "plan.end",
		"1 discard A,M,M": "plan.discard(Cards=cards_of.A(Count=1), cards_of.M(Count=2))",
	} {
		for _, legal := range []bool{true, false} {
			r := render.Request{View: viewTable, Names: goldenNames, Ghost: ghostOf(t, move, legal)}
			told := Gallery{}.Facts(handmade(), r, rendertest.Echo{}, render.Full).Changed
			require.Len(t, told, 1)
			assert.Contains(t, told[0], "Legal="+strconv.FormatBool(legal))
			key, args, _ := strings.Cut(strings.TrimSuffix(want, ")"), "(")
			assert.Contains(t, told[0], key)
			for arg := range strings.FieldsSeq(strings.ReplaceAll(args, " 𝓫𝓸 🌸", "")) {
				assert.Contains(t, told[0], arg, move)
			}
		}
	}
	inQuarry := opening()
	for _, move := range []string{"1 settle P", "1 steal", "2 discard A"} {
		r := render.Request{View: viewTable, Ghost: ghostOf(t, move, false)}
		assert.Empty(t, Gallery{}.Facts(inQuarry, r, rendertest.Echo{}, render.Full).Changed, move)
	}
}
