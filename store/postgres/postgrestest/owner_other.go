//go:build !unix

package postgrestest

import "syscall"

func giveToOwner(string) (*syscall.SysProcAttr, error) { return &syscall.SysProcAttr{}, nil }
