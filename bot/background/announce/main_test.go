package announce

import (
	"testing"

	"amytis/bot/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }
