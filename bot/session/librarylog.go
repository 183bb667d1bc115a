package session

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// discordgo logs through one function for the whole process, which is set once. With several
// clients (in tests) the lines go to the client that started last.
var (
	libraryOnce sync.Once
	libraryLog  atomic.Pointer[slog.Logger]
)

func routeLibraryLog(log *slog.Logger) {
	libraryLog.Store(log)
	libraryOnce.Do(func() { discordgo.Logger = logForLibrary })
}

// maxLibraryArg limits the arguments taken over from discordgo's messages. At debug level discordgo
// prints whole events, including tokens and the secrets of players. Longer arguments are not
// logged.
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

// printable returns numbers, short texts and errors unchanged, and only the type of anything else.
// An identify packet contains the bot token.
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
		return slog.LevelWarn // to discordgo an error, but the supervisor handles it
	case discordgo.LogWarning:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// libraryLevel spares discordgo the formatting of lines that are not logged.
func libraryLevel(log *slog.Logger) int {
	if log.Enabled(context.Background(), slog.LevelDebug) {
		return discordgo.LogDebug
	}
	return discordgo.LogWarning
}
