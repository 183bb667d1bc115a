package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestContainerIsBuiltFromEveryFolder(t *testing.T) {
	ignored, err := os.ReadFile("../../.dockerignore")
	require.NoError(t, err)
	lines := strings.Split(string(ignored), "\n")
	entries, err := os.ReadDir("../..")
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			assert.Contains(t, lines, "!"+e.Name())
		}
	}
}
