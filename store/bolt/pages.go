package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store"
	"amytis/store/entries/boltdb"
	"amytis/store/progress"
)

// bbolt checks the pages of a file. But it follows any pointer of a damaged page, so it may crash,
// go on for ever or use up the memory. So another process does it: this program once more, which
// checkerVar makes the checker. However that process ends, it is an answer.

// checkerVar is the environment variable with the checker's job. init looks at it, so that every
// program with this package can be the checker, also one of tests.
const checkerVar = "AMYTIS_STORE_CHECKER"

func init() {
	if job := os.Getenv(checkerVar); job != "" {
		beChecker(job)
	}
}

const (
	// checkerBegins is the checker's first output. If it ends before, that is not the file's fault.
	checkerBegins = "amytis checks a store\n"
	maxFaults     = 100
)

type checkJob struct {
	Path string
	// Wait is how long to wait for another process that has the file open.
	Wait time.Duration
	// Memory is how many bytes the checker may use.
	Memory int64
}

type checked struct {
	Faults faults
	// Failed says why the check was impossible.
	Failed string
}

// faults is an [store.ErrDamaged] that says how a file is damaged.
type faults []string

func (f faults) Error() string {
	if len(f) == 1 {
		return fmt.Sprintf("%v: %s", store.ErrDamaged, f[0])
	}
	return fmt.Sprintf("%v: %s (the first of %d faults)", store.ErrDamaged, f[0], len(f))
}

func (f faults) Unwrap() error { return store.ErrDamaged }

// checkPages returns an error unless the pages of a file are sound, so that bbolt can read them. If
// this process has the file open, then only for reading.
func checkPages(ctx context.Context, path string, wait time.Duration) error {
	m, err := inspectFile(path)
	if err != nil {
		return err
	}
	program, err := ownProgram()
	if err != nil {
		return err
	}
	reading := progress.Begin(ctx, "reading the file", progress.Count(m.pages))
	size := int64(m.pages) * int64(m.pageSize)
	// Even a slow disk reads ten times as many bytes in that time.
	limit := wait + time.Minute + time.Duration(size>>20)*time.Second
	if err := askChecker(ctx, program, checkJob{path, wait, 256<<20 + size/4}, limit); err != nil {
		return err
	}
	reading.Add(int64(m.pages))
	return nil
}

func askChecker(ctx context.Context, program string, job checkJob, limit time.Duration) error {
	encoded, err := json.Marshal(job)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, program, "store-checker")
	cmd.Env = []string{checkerVar + "=" + string(encoded)} // it needs none of this program's secrets
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	var said []byte // the first line of what it says about its end
	if exit, failed := errors.AsType[*exec.ExitError](err); failed {
		said, _, _ = bytes.Cut(exit.Stderr, []byte("\n"))
	}
	answer, begun := bytes.CutPrefix(out, []byte(checkerBegins))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !begun:
		return fmt.Errorf("the program cannot start itself to check %s: %w %s", job.Path, err, said)
	case limited.Err() != nil:
		return faults{fmt.Sprintf("its pages cannot be read: it takes more than %v", limit)}
	case err != nil:
		return faults{fmt.Sprintf("its pages cannot be read: %s", cmp.Or(string(said), err.Error()))}
	}
	var found checked
	switch err := json.Unmarshal(answer, &found); {
	case err != nil:
		return err
	case found.Failed == ErrLocked.Error():
		return ErrLocked
	case found.Failed != "":
		return errors.New(found.Failed)
	case len(found.Faults) > 0:
		return found.Faults
	}
	return nil
}

// ownProgram returns this program's path. On Linux it is the running program's, even after an
// update.
func ownProgram() (string, error) {
	if runtime.GOOS == "linux" {
		const self = "/proc/self/exe"
		if _, err := os.Stat(self); err == nil {
			return self, nil
		}
	}
	return os.Executable()
}

func beChecker(encoded string) {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // an interrupt is meant for the other process
	os.Stdout.WriteString(checkerBegins)
	debug.SetMaxStack(64 << 20)
	var job checkJob
	if err := json.Unmarshal([]byte(encoded), &job); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	go endInTime(os.Getppid(), job.Memory)
	if err := json.NewEncoder(os.Stdout).Encode(examineFile(job)); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// endInTime ends the process when it uses too much memory, or the other process has ended.
func endInTime(parent int, memory int64) {
	used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	for range time.Tick(20 * time.Millisecond) {
		metrics.Read(used)
		if n := used[0].Value.Uint64(); n > uint64(memory) {
			fmt.Fprintf(os.Stderr, "it takes more than %d MB of memory\n", memory>>20)
			os.Exit(1)
		}
		if os.Getppid() != parent {
			os.Exit(1)
		}
	}
}

// examineFile does not close the file, which after a fault might wait for ever.
func examineFile(job checkJob) (found checked) {
	err := boltdb.Guard(func() error {
		m, err := inspectFile(job.Path)
		if err != nil {
			return err
		}
		b, _, err := openFile(job.Path, job.Wait, true)
		if err != nil {
			return err
		}
		tx, err := b.Begin(false)
		if err != nil {
			return err
		}
		for fault := range tx.Check() {
			found.Faults = append(found.Faults, fault.Error())
			if len(found.Faults) == maxFaults {
				return nil
			}
		}
		listed, err := checkFreePages(tx, m)
		found.Faults = append(found.Faults, listed...)
		return err
	})
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		found.Failed = ErrLocked.Error()
	case isDamage(err):
		found.Faults = append(found.Faults, err.Error())
	case err != nil:
		found.Failed = err.Error()
	}
	return found
}

// checkFreePages checks what bbolt's check passes over: the list of free pages names none beyond
// the end or outside of all trees.
func checkFreePages(tx *bbolt.Tx, m boltMeta) (found faults, err error) {
	free := 0
	for id := range int(m.pages) {
		page, err := tx.Page(id)
		if err != nil {
			return found, err
		}
		if page.Type != "free" {
			continue
		}
		free++
		if id < 2 || uint64(id) == m.freelist {
			found = append(found, fmt.Sprintf("page %d is in use but also in the list of free pages", id))
		}
	}
	if listed := tx.DB().Stats().FreePageN; listed != free {
		found = append(found, fmt.Sprintf("the list of free pages has %d numbers, but %d pages are free", listed, free))
	}
	return found, nil
}
