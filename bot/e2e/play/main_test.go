package play_test

import (
	"testing"

	"amytis/bot/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
