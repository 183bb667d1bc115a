//go:build unix

package postgrestest

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// giveToOwner gives a folder to a user who may run the server, which root may not, and returns how.
func giveToOwner(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true} // an interrupt from the keyboard is for the tests
	if os.Geteuid() != 0 {
		return attr, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.Atoi(account.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(account.Gid)
	if err != nil {
		return nil, err
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, os.Chown(dir, uid, gid)
}
