// Package emoji keeps the games' icons as emoji of the bot's application, for its buttons and
// menus. It uploads what Discord does not have yet, in the background. Nothing waits for it: what
// has no emoji is shown without one. It does not draw, and does not decide what gets an icon.
package emoji

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/rest"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/render"
)

// Uploader uploads the icons that the application does not have yet, when a session begins and when
// Discord has refused an emoji. Of several processes, one uploads at a time. Other versions of the
// icons stay: messages show them, and another version may run. Discord has room for 2,000.
// https://discord.com/developers/docs/resources/emoji#application-owned-emoji
type Uploader struct {
	icons       *Icons
	application *discord.Application
	log         *slog.Logger
	mine        func(context.Context) (bool, error)
	pictures    func() []picture
	begun       chan struct{}
	retry       time.Duration // the pause before the second attempt
	pause       time.Duration // the pause between two checks because of refused emoji
	logged      bool          // a failure
}

// The first and the longest pause between two attempts, and Uploader.pause.
const (
	retryMin    = time.Minute
	retryMax    = time.Hour
	checkPause  = 10 * time.Minute
	othersPause = time.Second // the pause between two looks while another process uploads
	// uploadPause follows each upload. It leaves the games half of the bot's 50 requests a second.
	uploadPause = 40 * time.Millisecond
)

var errOthers = errors.New("another process uploads icons")

// NewUploader returns an uploader that tells icons of their emoji. mine reports whether this
// process may upload. retry is the first pause after a failure; 0 means a minute.
func NewUploader(
	icons *Icons, application *discord.Application, mine func(context.Context) (bool, error), log *slog.Logger,
	retry time.Duration,
) *Uploader {
	return &Uploader{
		icons: icons, application: application, mine: mine, log: log, begun: make(chan struct{}, 1),
		retry: cmp.Or(retry, retryMin), pictures: allPictures, pause: checkPause,
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

// insist tries again after failures that may pass. It logs only the first: all works without icons.
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
	ids := make(map[string]string, len(all)) // by name
	for _, e := range all {
		ids[e.Name] = e.ID
	}
	known := map[string]*discordgo.ComponentEmoji{} // by icon
	var missing []picture
	for _, p := range u.pictures() {
		if id := ids[p.name]; id != "" {
			known[p.icon] = &discordgo.ComponentEmoji{ID: id, Name: p.name}
		} else {
			missing = append(missing, p)
		}
	}
	others := maps.Clone(known) // in use while the missing ones are uploaded
	u.icons.emojis.Store(&others)
	for _, p := range missing {
		if err = u.uploadPicture(ctx, p, known); err != nil {
			break
		}
	}
	u.icons.emojis.Store(&known)
	if err == nil && len(missing) > 0 {
		u.log.Info("uploaded icons for buttons and menus", slog.Int("icons", len(missing)))
	}
	return err
}

func (u *Uploader) uploadPicture(ctx context.Context, p picture, known map[string]*discordgo.ComponentEmoji) error {
	mine, err := u.mine(ctx)
	if err == nil && !mine {
		err = errOthers
	}
	if err != nil {
		return err
	}
	data, err := p.sprite.PNG()
	if err != nil {
		return fmt.Errorf("cannot draw icon %s: %w", p.icon, err)
	}
	e, err := u.application.CreateEmoji(ctx, p.name, data)
	if err != nil {
		return fmt.Errorf("cannot upload icon %s: %w", p.icon, err)
	}
	known[p.icon] = &discordgo.ComponentEmoji{ID: e.ID, Name: e.Name}
	return rest.Sleep(ctx, uploadPause)
}

// Icons knows the emoji of the games' icons, nil and the zero value none, for any goroutine.
type Icons struct {
	emojis atomic.Pointer[map[string]*discordgo.ComponentEmoji] // by their icons' names; the map never changes
	doubts chan struct{}                                        // full when Discord has refused an emoji
}

func NewIcons() *Icons { return &Icons{doubts: make(chan struct{}, 1)} }

// Of returns the emoji of a game's icon, or nil. Do not change it.
func (s *Icons) Of(in *engine.Info, icon engine.Icon) *discordgo.ComponentEmoji {
	if s == nil {
		return nil
	}
	if emojis := s.emojis.Load(); emojis != nil {
		return (*emojis)[in.IconName(icon)]
	}
	return nil
}

// Refused notes that Discord refused an emoji, which may have been deleted.
func (s *Icons) Refused() { rest.Signal(s.doubts, struct{}{}) }

type picture struct {
	icon, name string
	sprite     *render.Sprite
}

// An emoji's name is a prefix, the icon's name and the beginning of a hash of its pixels. So the
// name tells whether the emoji shows what this program draws.
const (
	prefix   = "amytis_"
	hashSize = 3 // bytes, two digits each
)

func pictureOf(icon string, sprite *render.Sprite) picture {
	sum := sha256.Sum256(sprite.Image().Pix)
	return picture{icon: icon, name: prefix + icon + "_" + hex.EncodeToString(sum[:hashSize]), sprite: sprite}
}

func allPictures() []picture {
	var all []picture
	for _, g := range games.All {
		for i, name := range g.Info().Icons {
			all = append(all, pictureOf(name, g.Gallery.Icon(engine.Icon(i+1))))
		}
	}
	return all
}
