package main

import (
	"context"
	"log/slog"
	"time"

	"amytis/store"
	"amytis/store/backups"
	"amytis/store/bolt"
)

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
			_, err := place.copyTo(ctx, storePlace{where: file})
			return err
		},
		Folder: s.Store.BackupDir,
		Name:   place.name() + ".backup-",
		Every:  time.Duration(s.Store.BackupEvery),
		Keep:   s.Store.BackupKeep,
		Log:    log,
	}
}
