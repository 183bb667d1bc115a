package page_test

import (
	"syscall"

	"github.com/chromedp/chromedp"
)

// enoughSharedMemory is more than Chromium puts in /dev/shm during the tests. Containers often have
// 64 MB there, with which it crashes.
const enoughSharedMemory = 1 << 30

// init lets Chromium use /dev/shm if it is large enough. The tests then take a tenth less time.
func init() {
	var shm syscall.Statfs_t
	if syscall.Statfs("/dev/shm", &shm) == nil && shm.Bavail*uint64(shm.Bsize) > enoughSharedMemory {
		browserOptions = append(browserOptions, chromedp.Flag("disable-dev-shm-usage", false))
	}
}
