package session

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// discordgo logs through one function for the whole process. It is set once; with several clients (in tests) the lines
// go to the one that began to run last.
var (
	libraryOnce sync.Once
	libraryLog  atomic.Pointer[slog.Logger]
)

func routeLibraryLog(log *slog.Logger) {
	libraryLog.Store(log)
	libraryOnce.Do(func() { discordgo.Logger = logForLibrary })
}

// maxLibraryArg bounds what is taken over of discordgo's messages. At debug level it prints whole events, with the
// tokens and the secrets of players in them; anything that long is not logged at all.
const maxLibraryArg = 200

func logForLibrary(level, _ int, format string, args ...any) {
	log := libraryLog.Load()
	if log == nil {
		return
	}
	for i, arg := range args {
		args[i] = printable(arg)
	}
	log.Log(context.Background(), slogLevel(level), "discordgo: "+fmt.Sprintf(format, args...))
}

// printable lets numbers, short texts and errors through, and only names the rest: an identify packet holds the bot
// token.
func printable(arg any) any {
	switch x := arg.(type) {
	case string:
		if len(x) > maxLibraryArg {
			return fmt.Sprintf("(%d bytes)", len(x))
		}
		return x
	case error:
		return truncated(x.Error(), maxLibraryArg)
	case int, int64, fmt.Stringer:
		return x
	}
	return fmt.Sprintf("(%T)", arg)
}

func slogLevel(level int) slog.Level {
	switch level {
	case discordgo.LogError:
		return slog.LevelWarn // an error to discordgo, but mended by the supervisor
	case discordgo.LogWarning:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// libraryLevel spares discordgo the formatting of what nobody reads.
func libraryLevel(log *slog.Logger) int {
	if log.Enabled(context.Background(), slog.LevelDebug) {
		return discordgo.LogDebug
	}
	return discordgo.LogWarning
}
