// Command amytis plays board games in Discord channels.
//
// Without arguments it runs the bot: on Discord with a token, else on a Discord
// of its own on this machine, with a page to try it in the browser. Its other
// commands work on records, pictures and the store; see --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Run    runCommand    `cmd:"" default:"withargs" help:"Run the bot: on Discord with a token (in DISCORD_TOKEN or the configuration), else on a local Discord with a page for the browser."`
	Record recordCommand `cmd:"" help:"Play, check and examine game records."`
	Render renderCommand `cmd:"" help:"Draw a position of a record."`
	Store  storeCommand  `cmd:"" help:"Back up and check the store; the bot may be running."`
}

// streams are where a command reads and writes, so that tests can stand in.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitError ends the program with a code and, unless it is empty, a message.
type exitError struct {
	code    int
	message string
}

func (e *exitError) Error() string { return e.message }

// The exit codes: a wrong record is told from one that cannot be judged.
const (
	exitWrong  = 1
	exitFailed = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, std streams) int {
	exited, exitCode := false, 0
	var c cli
	parser, err := kong.New(&c,
		kong.Name("amytis"),
		kong.Description("Board games in Discord channels, with pictures."),
		kong.Writers(std.out, std.err),
		kong.Exit(func(code int) { exited, exitCode = true, code }),
		kong.UsageOnError(),
		kong.Bind(std),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		fmt.Fprintln(std.err, "amytis:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(args)
	switch {
	case exited: // --help
		return exitCode
	case err != nil:
		fmt.Fprintln(std.err, "amytis:", err)
		fmt.Fprintln(std.err, "See amytis --help.")
		return exitFailed
	}
	err = parsed.Run()
	var exit *exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if exit.message != "" {
			fmt.Fprintln(std.err, "amytis:", exit.message)
		}
		return exit.code
	}
	fmt.Fprintln(std.err, "amytis:", err)
	return exitFailed
}
