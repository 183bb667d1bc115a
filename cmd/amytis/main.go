// Command amytis plays board games in Discord channels.
//
// Without arguments it runs the bot: in Discord with a token, otherwise in a local Discord with a
// page for the browser. Its other commands work on game records, pictures and the store; see amytis
// --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"amytis/bot/discord/gateway"
	"amytis/bot/play/games"
	"amytis/store/progress"
)

type cli struct {
	Run     runCommand     `cmd:"" default:"withargs" help:"Run the bot. With a bot token, from the environment variable DISCORD_TOKEN or the configuration file, it connects to Discord. Without a token it starts a playground: a local Discord on this machine, with a page for the browser."`
	Record  recordCommand  `cmd:"" help:"Create, check and examine game records."`
	Render  renderCommand  `cmd:"" help:"Draw a position of a game record, or describe it in words."`
	Review  reviewCommand  `cmd:"" help:"Let the strongest computer player look at every turn of an ended game: what each gave away, and what would have been better."`
	Store   storeCommand   `cmd:"" help:"Back up, restore, check or move the store."`
	Admin   adminCommand   `cmd:"" help:"What a host does for players."`
	Doctor  doctorCommand  `cmd:"" help:"Find out what keeps the bot from working, and how to fix it: the configuration, the disk, the store, Discord, the token, the clock, and permissions in the channels with games. The bot may be running. Exit code 0: no problems; 1: problems; 2: wrong usage."`
	Health  healthCommand  `cmd:"" help:"Ask the running bot whether it works, and print what is wrong if not. Exit code 0: it works; 1: it does not, or does not answer."`
	Config  configCommand  `cmd:"" help:"Check the configuration."`
	Version versionCommand `cmd:"" help:"Print the version, the commit that the program was built from, and the schemas of its stores."`
}

type streams struct {
	in       io.Reader
	out, err io.Writer
}

type exitError struct {
	code    int
	message string // may be empty
}

func (e *exitError) Error() string { return e.message }

const (
	exitWrong  = 1 // a check has found faults
	exitFailed = 2 // a command could not do its work
	// exitRefused means that an operator must change something, such as the token or a damaged
	// store: no service manager may start the bot again.
	exitRefused     = 3
	exitInterrupted = 130 // as shells give a program that ctrl-C has ended
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second ctrl-C ends the program at once
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, std streams) int {
	s := &screen{terminal: std.err}
	defer s.close()
	if onTerminal(std.err) {
		ctx = progress.WithTerminal(ctx, s)
	}
	std.out, std.err = printer{s, std.out, false}, printer{s, std.err, false}
	exited, exitCode := false, 0
	var c cli
	parser, err := kong.New(&c,
		kong.Name("amytis"),
		kong.Description("Board games in Discord channels, with pictures."),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited, exitCode = true, code }),
		kong.UsageOnError(),
		gameNames(),
		kong.NamedMapper("place", kong.MapperFunc(placeMapper)),
		kong.Bind(std),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		fmt.Fprintln(std.err, "amytis:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(args)
	switch {
	case exited: // after --help
		return exitCode
	case err != nil:
		fmt.Fprintln(std.err, "amytis:", err)
		fmt.Fprintln(std.err, "See amytis --help.")
		wrong, is := errors.AsType[*kong.ParseError](err)
		if is && strings.TrimPrefix(wrong.Context.Command(), "run") == "" {
			return exitRefused
		}
		return exitFailed
	}
	err = parsed.Run()
	var exit *exitError
	var refused *gateway.FinalError
	code := exitFailed
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused):
		code = exitRefused
	case errors.As(err, &exit):
		code = exit.code
	case ctx.Err() != nil:
		code = exitInterrupted
	}
	if err.Error() != "" {
		fmt.Fprintln(std.err, "amytis:", err)
	}
	return code
}

// gameNames returns ${games} and ${views} of help texts.
func gameNames() kong.Vars {
	var views []string
	for _, g := range games.All {
		views = append(views, g.Info().ID+": "+strings.Join(g.Info().Views, ", "))
	}
	return kong.Vars{"games": strings.Join(games.IDs(), ", "), "views": strings.Join(views, ". ")}
}
