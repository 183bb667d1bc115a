package load_test

import (
	"os"
	"testing"

	"amytis/bot/e2e/harness"
)

func TestMain(m *testing.M) {
	if os.Getenv(replicaEnv) != "" {
		os.Exit(runReplica())
	}
	harness.Main(m)
}
