package emoji

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/rest"
)

// Uploader uploads the icons that the application does not have yet. It does so when a session
// begins, and again when Discord has refused an emoji. Of several processes, one uploads at a time.
//
// Other versions of the icons stay, because messages show them, and perhaps another version of the
// program that runs too. Only when there are very many, the oldest are deleted.
type Uploader struct {
	icons       *Icons
	application *discord.Application
	log         *slog.Logger
	mine        func(context.Context) (bool, error)
	pictures    func() []picture
	begun       chan struct{}
	// retry is the pause before the second attempt.
	retry time.Duration
	// pause is the pause between two checks because of refused emoji.
	pause time.Duration
	// most is how many emoji there may be before old ones are deleted.
	most   int
	logged bool // a failure
}

// The first and the longest pause between two attempts, and Uploader.pause.
const (
	retryMin   = time.Minute
	retryMax   = time.Hour
	checkPause = 10 * time.Minute
	// othersPause is the pause between two looks while another process uploads.
	othersPause = time.Second
)

// maxEmoji is half of the emoji that Discord allows an application.
// https://discord.com/developers/docs/resources/emoji#application-owned-emoji
const maxEmoji = 1000

var errOthers = errors.New("another process uploads icons")

// uploadPause is the pause after each upload. It leaves half of the 50 requests per second that the
// bot may make to its games.
const uploadPause = 40 * time.Millisecond

// NewUploader returns an uploader that tells icons of their emoji. mine reports whether this
// process may upload: of those with the same application, one at a time. retry is the first pause
// after a failure; 0 means a minute.
func NewUploader(
	icons *Icons, application *discord.Application, mine func(context.Context) (bool, error), log *slog.Logger,
	retry time.Duration,
) *Uploader {
	return &Uploader{
		icons: icons, application: application, mine: mine, log: log, begun: make(chan struct{}, 1),
		retry: cmp.Or(retry, retryMin), pictures: allPictures, pause: checkPause, most: maxEmoji,
	}
}

// BeginSession says that a session has begun. It returns at once.
func (u *Uploader) BeginSession() { rest.Signal(u.begun, struct{}{}) }

func (u *Uploader) Run(ctx context.Context) {
	var checked time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-u.begun:
		case <-u.icons.doubts:
			if time.Since(checked) < u.pause {
				continue // Discord sometimes refuses emoji that exist
			}
		}
		u.insist(ctx)
		checked = time.Now()
	}
}

// insist tries again after failures that may pass, with longer and longer pauses. It logs the first
// only, because everything works without icons.
func (u *Uploader) insist(ctx context.Context) {
	for wait := u.retry; ; wait = min(2*wait, retryMax) {
		err := u.upload(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		if errors.Is(err, errOthers) {
			wait = u.retry / 2
			_ = rest.Sleep(ctx, othersPause)
			continue
		}
		permanent := errors.Is(err, rest.ErrPermanent)
		if !u.logged {
			u.logged = true
			what := "not all icons are uploaded yet: some buttons and menus have none, and everything else works"
			if permanent {
				what = "Discord refuses the icons: buttons and menus have none, and everything else works"
			}
			u.log.Warn(what, slog.Any("err", err))
		}
		if permanent || rest.Sleep(ctx, max(wait, rest.RetryAfter(err))) != nil {
			return
		}
	}
}

// upload has icons know the emoji that exist, also after a failure.
func (u *Uploader) upload(ctx context.Context) error {
	all, err := u.application.Emoji(ctx)
	if err != nil {
		return fmt.Errorf("cannot list the emoji: %w", err)
	}
	wanted := u.pictures()
	current := make(map[string]discord.Emoji, len(all)) // by name
	for _, e := range all {
		current[e.Name] = e
	}
	known := make(map[string]*discordgo.ComponentEmoji, len(wanted))
	for _, p := range wanted {
		if e, exists := current[p.name]; exists {
			known[p.icon] = &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}
		}
	}
	before := len(known)
	known, err = u.uploadMissing(ctx, wanted, known)
	u.icons.emojis.Store(&known)
	if err != nil {
		return err
	}
	if n := len(known) - before; n > 0 {
		u.log.Info("uploaded icons for buttons and menus", slog.Int("icons", n))
	}
	return u.deleteOld(ctx, all, known)
}

// uploadMissing uploads the pictures that are not in known, which icons may use meanwhile.
func (u *Uploader) uploadMissing(
	ctx context.Context, wanted []picture, known map[string]*discordgo.ComponentEmoji,
) (map[string]*discordgo.ComponentEmoji, error) {
	u.icons.emojis.Store(&known)
	more := maps.Clone(known)
	for _, p := range wanted {
		if more[p.icon] != nil {
			continue
		}
		mine, err := u.mine(ctx)
		if err == nil && !mine {
			err = errOthers
		}
		if err != nil {
			return more, err
		}
		data, err := p.sprite.PNG()
		if err != nil {
			return more, fmt.Errorf("cannot draw icon %s: %w", p.icon, err)
		}
		e, err := u.application.CreateEmoji(ctx, p.name, data)
		if err != nil {
			return more, fmt.Errorf("cannot upload icon %s: %w", p.icon, err)
		}
		more[p.icon] = &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}
		if err := rest.Sleep(ctx, uploadPause); err != nil {
			return more, err
		}
	}
	return more, nil
}

// deleteOld deletes other versions of the known icons while there are too many, the oldest first.
func (u *Uploader) deleteOld(
	ctx context.Context, all []discord.Emoji, known map[string]*discordgo.ComponentEmoji,
) error {
	old := slices.DeleteFunc(slices.Clone(all), func(e discord.Emoji) bool {
		now := known[iconOf(e.Name)]
		return now == nil || now.Name == e.Name
	})
	slices.SortFunc(old, func(a, b discord.Emoji) int { // their IDs grow with time
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	for _, e := range old[:min(max(len(all)-u.most, 0), len(old))] {
		if err := u.application.DeleteEmoji(ctx, e.ID); err != nil {
			return fmt.Errorf("cannot delete the old version %s of an icon: %w", e.Name, err)
		}
	}
	return nil
}
