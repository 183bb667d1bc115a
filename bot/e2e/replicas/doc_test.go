// Package replicas_test has tests of several bots that share a store.
package replicas_test

import (
	"testing"

	"amytis/bot/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }
