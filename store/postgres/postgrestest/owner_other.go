//go:build !unix

package postgrestest

import "syscall"

func owner(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
