package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"amytis/bot/background/backups"
	"amytis/store"
	"amytis/store/bolt"
)

// copiesOfMissing returns what may be backups of the store, if that is a file which is missing.
func (s configuration) copiesOfMissing() (copies []string) {
	if _, err := os.Stat(s.place().where); !s.place().isDatabase() && errors.Is(err, fs.ErrNotExist) {
		beside, kept := filepath.Join(filepath.Dir(s.place().where), "*.db"), filepath.Join(s.Store.BackupDir, "*.backup-*.db")
		for _, names := range []string{beside, beside + ".*[0-9]", kept} {
			found, _ := filepath.Glob(names)
			copies = append(copies, found...)
		}
	}
	return slices.DeleteFunc(copies, func(name string) bool { return strings.Contains(filepath.Base(name), ".playground.") })
}

// backupKeeper returns nil if the configuration names no folder for backups.
func backupKeeper(s configuration, db store.Queues, log *slog.Logger) *backups.Keeper {
	if s.Store.BackupDir == "" {
		return nil
	}
	place := s.place()
	return &backups.Keeper{
		Store: db,
		Copy: func(ctx context.Context, file string) error {
			if db, is := db.(*bolt.DB); is {
				return db.BackupTo(ctx, file)
			}
			_, err := place.copyTo(ctx, storePlace{where: file}, false)
			return err
		},
		Folder: s.Store.BackupDir,
		Name:   place.name() + ".backup-",
		Every:  time.Duration(s.Store.BackupEvery),
		Keep:   s.Store.BackupKeep,
		Log:    log,
	}
}
