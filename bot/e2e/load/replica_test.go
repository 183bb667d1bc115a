package load_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// replica is the real program as one of several on a PostgreSQL, which a test may kill and start
// again.
type replica struct {
	*harness.Process
	// url is where it takes interactions by HTTP.
	url string
}

func newReplica(e *harness.Env, store string) *replica {
	e.Helper()
	program, config := harness.BuildProgram(e), filepath.Join(e.TempDir(), "config.toml")
	listen := fmt.Appendf(nil, "[discord]\npublic_key = %q\nlisten = \"127.0.0.1:0\"\n", e.Discord.PublicKey())
	require.NoError(e, os.WriteFile(config, listen, 0o600))
	return &replica{Process: harness.ProcessOf(e, func() *exec.Cmd {
		cmd := exec.Command(program, "run", "--config", config, "--db", store)
		cmd.Env = append(os.Environ(), harness.ProgramEnv(e.Discord)...)
		return cmd
	})}
}

var listening = regexp.MustCompile(`msg="taking interactions by HTTP" address=(\S+)`)

// start starts the process and waits until it takes interactions.
func (r *replica) start() {
	r.Helper()
	before := len(listening.FindAllString(r.Output.String(), -1))
	r.Run()
	r.Eventually("the replica has begun", func() bool {
		all := listening.FindAllStringSubmatch(r.Output.String(), -1)
		if len(all) == before {
			return false
		}
		r.url = "http://" + all[before][1] + "/interactions"
		return true
	})
}
