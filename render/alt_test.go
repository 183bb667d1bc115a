package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAltTextIsCutToDiscordsLimit(t *testing.T) {
	short := strings.Repeat("a", MaxAlt)
	assert.Equal(t, short, CutAlt(short))
	assert.Len(t, []rune(CutAlt(short+"b")), MaxAlt)
	assert.LessOrEqual(t, AltLength(CutAlt(strings.Repeat("🌸", MaxAlt))), MaxAlt)
	assert.Equal(t, strings.Repeat("word ", 203)+"word…", CutAlt(strings.Repeat("word ", 300)))
}
