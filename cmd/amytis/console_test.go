package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/localdiscord"
)

func TestConsoleShowsMentionedCommandsAsTheyAreTyped(t *testing.T) {
	m := &localdiscord.Message{Content: "Open one with </game new:1438120000000000000>."}
	assert.Equal(t, "│ Open one with /game new.\n", (&console{}).render(m))
}
