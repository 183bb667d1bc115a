package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIconsAreNamedAfterWhatTheyShow(t *testing.T) {
	assert.Len(t, info.Icons, 15)
	assert.Equal(t, "take_noble", info.IconName(TakeIcon))
	assert.Equal(t, "small_blue", info.IconName(NobleIcon(Small, Blue)))
	assert.Equal(t, "large_white", info.IconName(NobleIcon(Large, White)))
}
