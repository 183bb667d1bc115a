package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"

	"amytis/bot/background/monitor"
	"amytis/store"
	"amytis/store/bolt"
	"amytis/store/postgres"
)

// disk wants space for a copy of the store, which an update, a backup and a check make, and more.
func (d *doctor) disk() {
	place := d.config.place()
	if place.isDatabase() {
		d.skip("disk", "the games are in a database: see to the disk of its server")
		return
	}
	folder := filepath.Dir(place.where)
	if err := tryWriting(folder); err != nil {
		d.problem("disk", fmt.Sprintf("amytis cannot write to the folder %s: %v", folder, err), writeFix(folder, err))
		return
	}
	size := int64(0)
	if info, err := os.Stat(place.where); err == nil && info.Mode().IsRegular() {
		size = info.Size()
		f, err := os.OpenFile(place.where, os.O_RDWR, 0)
		if err != nil {
			d.problem("disk", fmt.Sprintf("amytis cannot write to its file: %v", err), writeFix(place.where, err))
			return
		}
		_ = f.Close()
	}
	free, err := freeSpace(folder)
	switch {
	case err != nil:
		d.ok("disk", "%s can be written to", folder)
	case free < uint64(size)+monitor.LowSpace:
		d.problem("disk", fmt.Sprintf("only %s free in %s", inMegabytes(free), folder),
			fmt.Sprintf("free some space: %s should be free, because updates, backups and checks copy the store",
				inMegabytes(uint64(size)+monitor.LowSpace)))
	default:
		d.ok("disk", "%s free in %s", inMegabytes(free), folder)
	}
}

// backups tries to write where the regular backups are made. The bot makes missing folders.
func (d *doctor) backups() {
	folder := d.config.Store.BackupDir
	if folder == "" {
		return
	}
	err := tryWriting(folder)
	for isMissing(folder) && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
		err = tryWriting(folder)
	}
	if err != nil {
		d.problem("backups", fmt.Sprintf("amytis cannot write to the folder %s: %v", folder, err), writeFix(folder, err))
		return
	}
	d.ok("backups", "%s can be written to", folder)
}

// isMissing is false for a link to nothing.
func isMissing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// space returns the size of the store's file and the free space there. It fails for a database.
func (p storePlace) space() (size, free uint64, err error) {
	info, err := os.Stat(p.where)
	if err != nil {
		return 0, 0, err
	}
	free, err = freeSpace(p.where)
	return uint64(info.Size()), free, err
}

func tryWriting(folder string) error {
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 4<<10))
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

func writeFix(path string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "create the folder, or name another file with --db or store.path"
	case errors.Is(err, syscall.ENOTDIR):
		return "name a path below a folder: it has a part that is no folder"
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("give %s to the user who runs amytis (chown), and run amytis doctor as that user", path)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "free some space on the disk"
	}
	return "mount the disk writable and look at its health (dmesg), or name another place with --db, store.path or " +
		"store.backup_dir. A service of systemd needs the line ReadWritePaths=" + path + " to write there"
}

func inMegabytes(n uint64) string { return fmt.Sprintf("%d MB", n>>20) }

func (p storePlace) summary(ctx context.Context) (store.Summary, error) {
	if p.isDatabase() {
		return postgres.Summarize(ctx, postgres.Options{URL: p.where, PasswordFile: p.passwordFile, Program: program()})
	}
	return bolt.Summarize(ctx, p.where)
}

// store looks at the store, and the pages of a file that no program uses.
func (d *doctor) store(ctx context.Context) {
	s, err := d.summary(ctx)
	place := d.config.place()
	d.stored = s
	var advice *store.Advice
	switch {
	case err != nil && !place.isDatabase() && isMissing(place.where):
		d.ok("store", "there is no %s yet: the first start makes it", place)
	case errors.Is(err, store.ErrNewer):
		d.problem("store", fmt.Sprintf("%s: %v", place, err),
			"install that version of amytis or a newer one, or put back a backup that an older one has made")
	case errors.As(err, &advice):
		text := advice.Err.Error()
		if place.isDatabase() { // a file is in the text
			text = fmt.Sprintf("%s: %s", place, text)
		}
		d.problem("store", text, advice.Fix)
	case err != nil:
		d.problem("store", err.Error(), "")
	case s.Empty:
		d.ok("store", "%s is empty: the first start makes its tables", place)
	case s.Lost != "":
		d.problem("store", s.Lost, "")
	case s.InUse:
		d.ok("store", "%s has %d open games; a running amytis uses it", place, len(s.Open))
	default:
		d.ok("store", "%s has %d open games", place, len(s.Open))
	}
	if err == nil && place.isDatabase() {
		d.ok("connections", "%d of the database are free; a replica uses about %d", s.FreeConns, postgres.ConnsOfReplica)
	}
	if d.runs || err != nil || s.Empty {
		return // the running bot names damaged games by itself
	}
	faults, err := place.check(ctx)
	if err != nil {
		d.skip("games", err.Error())
	}
	for _, fault := range faults {
		d.problem("games", fault, "restore a backup from before, or stop that game with /game abort and begin another one")
	}
}

// logProblems logs what is wrong while the bot starts. It names servers and channels by their IDs.
func logProblems(ctx context.Context, c configuration, db anyStore, log *slog.Logger) {
	d := newDoctor(c)
	d.runs = true
	if file, is := db.(*bolt.DB); is {
		d.summary = file.Summary
	}
	d.examine(ctx)
	if ctx.Err() != nil {
		return
	}
	for _, f := range d.findings {
		if f.State != problem {
			continue
		}
		attrs := []any{slog.String("check", f.Check), slog.String("problem", f.Text), slog.String("fix", f.Fix)}
		if f.Guild != "" {
			attrs = append(attrs, slog.String("guild", f.Guild))
		}
		if f.Channel != "" {
			attrs = append(attrs, slog.String("channel", f.Channel))
		}
		log.Warn("found a problem", attrs...)
	}
	log.Info("examined the disk, Discord, the clock and permissions", slog.Int("problems", d.problems()))
}
