//go:build !unix

package postgrestest

import "syscall"

// owner leaves a folder to the user of this process.
func owner(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
