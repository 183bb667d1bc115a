package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

func TestPowersHaveTheIconOfTheirPeople(t *testing.T) {
	assert.Len(t, info.Icons, 9)
	assert.Equal(t, "temple", info.IconName(TempleIcon))
	for v := verbDemolish; v <= verbSkip; v++ {
		assert.Equal(t, PeopleIcon(powerOf(&engine.Move{Verb: v})), info.VerbInfo(v).Icon, info.VerbInfo(v).Name)
	}
}
