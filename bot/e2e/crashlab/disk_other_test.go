//go:build !linux

package crashlab_test

import "testing"

// disk is a small disk that can be full. There is none on this system.
type disk struct{ dir string }

func newDisk(t testing.TB) *disk {
	t.Log("the disk is never full: mounting a small one needs linux")
	return nil
}

func (d *disk) fill() {}

func (d *disk) free() {}
