package announce

import (
	"testing"

	"go.uber.org/goleak"

	"amytis/engine/longrun"
)

func TestMain(m *testing.M) {
	longrun.FewerChecks()
	goleak.VerifyTestMain(m)
}
