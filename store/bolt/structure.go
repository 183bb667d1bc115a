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

	bbolterrors "go.etcd.io/bbolt/errors"

	"amytis/store"
	"amytis/store/entries/boltdb"
	"amytis/store/progress"
)

// bbolt checks the structure of a file. But it follows any pointer of a damaged page, so it may
// crash, go on for ever or use up the memory. So another process does it: this program once more,
// which checkerVar makes the checker. However that process ends, it is an answer.

// checkerVar is the environment variable with the checker's job. init looks at it, so that every
// program with this package can be the checker, also one of tests.
const checkerVar = "AMYTIS_STORE_CHECKER"

func init() {
	if job := os.Getenv(checkerVar); job != "" {
		beChecker(job)
	}
}

// checkerBegins is the checker's first output. If it ends before, that is not the file's fault.
const checkerBegins = "amytis checks a store\n"

type checkJob struct {
	Path string
	// Wait is how long to wait for another process that has the file open.
	Wait time.Duration
	// Memory is how many bytes the checker may use.
	Memory int64
}

type structure struct {
	Faults []string
	// Sound says that bbolt can read the file.
	Sound bool
	// Locked says that another process has the file open, Failed why the check was impossible.
	Locked bool
	Failed string
}

// file checks the file's pages. It reports whether they are sound, so that bbolt can read them. If
// this process has the file open, then only for reading.
func (c *checker) file(path string) (sound bool, err error) {
	m, err := inspectFile(path)
	if err != nil {
		return false, err
	}
	if err := c.metas(path, m); err != nil {
		return false, err
	}
	program, err := ownProgram()
	if err != nil {
		return false, err
	}
	reading := progress.Begin(c.ctx, "reading the file", progress.Count(m.pages))
	size := int64(m.pages) * int64(m.pageSize)
	job := checkJob{path, cmp.Or(c.wait, fileWait), 256<<20 + size/4}
	// Even a slow disk reads ten times as many bytes in that time.
	limit := job.Wait + time.Minute + time.Duration(size>>20)*time.Second
	found, err := askChecker(c.ctx, program, job, limit)
	if err != nil {
		return false, err
	}
	reading.Add(int64(m.pages))
	for _, fault := range found.Faults {
		c.Fault("%s", fault)
	}
	return found.Sound, nil
}

// checkPages is checker.file, but accepts what a power failure leaves. A fault is ErrCorrupt.
func checkPages(ctx context.Context, path string, wait time.Duration) error {
	c := checker{ctx: ctx, starting: true, wait: wait}
	if _, err := c.file(path); err != nil {
		return err
	}
	return c.Err(ErrCorrupt)
}

// metas reports a damaged meta page. A power failure during its write leaves one, and the other
// then holds the state before. So it is no fault at the program's start.
func (c *checker) metas(path string, m boltMeta) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for i, is := range readMetas(file) {
		if is == nil && !c.starting {
			c.Fault(
				"page %d is damaged: if the machine lost power while amytis ran, nothing is lost, and "+
					"starting amytis repairs it; if not, the last change to the store is lost", i,
			)
		}
	}
	return nil
}

func askChecker(ctx context.Context, program string, job checkJob, limit time.Duration) (*structure, error) {
	encoded, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, program, "store-checker")
	cmd.Env = []string{checkerVar + "=" + string(encoded)} // it needs none of this program's secrets
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	var said []byte // the first line of what it says about its end
	if exit, ended := errors.AsType[*exec.ExitError](err); ended {
		said, _, _ = bytes.Cut(exit.Stderr, []byte("\n"))
	}
	answer, begun := bytes.CutPrefix(out, []byte(checkerBegins))
	var s structure
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !begun:
		return nil, fmt.Errorf("the program cannot start itself to check %s: %w %s", job.Path, err, said)
	case limited.Err() != nil:
		s.Faults = []string{fmt.Sprintf("its pages cannot be read: it takes more than %v", limit)}
	case err != nil:
		s.Faults = []string{fmt.Sprintf("its pages cannot be read: %s", cmp.Or(string(said), err.Error()))}
	default:
		err = json.Unmarshal(answer, &s)
	}
	switch {
	case s.Locked:
		return nil, ErrLocked
	case s.Failed != "":
		return nil, errors.New(s.Failed)
	case len(s.Faults) > 0:
		return &s, nil
	}
	return &s, err
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
	if err := json.NewEncoder(os.Stdout).Encode(examine(job)); err != nil {
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

// examine does not close the file, which after a fault might wait for ever.
func examine(job checkJob) structure {
	var c checker
	s := structure{}
	err := boltdb.Guard(func() error {
		b, err := openFile(job.Path, job.Wait)
		if err != nil {
			return err
		}
		tx, err := b.Begin(false)
		if err != nil {
			return err
		}
		c.tx = tx
		s.Sound, err = c.pages()
		return err
	})
	switch {
	case errors.Is(err, bbolterrors.ErrTimeout):
		s.Locked = true
	case isDamage(err):
		c.Fault("%v", err)
	case err != nil:
		s.Failed = err.Error()
	}
	s.Faults = c.List()
	return s
}

func (c *checker) pages() (sound bool, err error) {
	for fault := range c.tx.Check() {
		if c.Fault("%v", fault); len(c.Faults) == store.MaxFaults {
			return false, nil
		}
	}
	return len(c.Faults) == 0, c.freePages()
}

// freePages checks what bbolt's check passes over: the list of free pages names none beyond the end
// or outside of all trees.
func (c *checker) freePages() error {
	file, err := os.Open(c.tx.DB().Path())
	if err != nil {
		return err
	}
	defer file.Close()
	m, err := newestMeta(file)
	if err != nil {
		return err
	}
	free := 0
	for id := range int(m.pages) {
		page, err := c.tx.Page(id)
		if err != nil {
			return err
		}
		if page.Type != "free" {
			continue
		}
		if free++; id < 2 || uint64(id) == m.freelist {
			c.Fault("page %d is in use but also in the list of free pages", id)
		}
	}
	if listed := c.tx.DB().Stats().FreePageN; listed != free {
		c.Fault("the list of free pages has %d numbers, but %d pages are free", listed, free)
	}
	return nil
}
