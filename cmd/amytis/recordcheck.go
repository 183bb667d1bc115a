package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"amytis/engine"
	"amytis/store/progress"
)

type checkCommand struct {
	Files []string `arg:"" name:"file" help:"Files with records; - is standard input."`
}

func (c *checkCommand) Run(ctx context.Context, std streams) error {
	p := verdictPrinter{ctx: ctx, out: std.out}
	p.read = progress.Begin(ctx, "checking", func() int64 { return sizeOf(c.Files) })
	for _, file := range c.Files {
		err := p.file(file, std.in)
		if ctx.Err() != nil {
			return errors.New("interrupted: the rest is not checked")
		}
		if err != nil {
			p.print(file, "", err)
		}
	}
	if p.code != 0 {
		return &exitError{code: p.code}
	}
	return nil
}

type verdictPrinter struct {
	ctx  context.Context
	out  io.Writer
	read *progress.Part // bytes
	code int            // the exit code so far
}

func (p *verdictPrinter) print(what, verdict string, err error) {
	switch {
	case err == nil:
		fmt.Fprintf(p.out, "%s: %s\n", what, verdict)
	case isWrong(err):
		p.code = max(p.code, exitWrong)
		fmt.Fprintf(p.out, "%s: WRONG: %v\n", what, err)
	default:
		p.code = exitFailed
		fmt.Fprintf(p.out, "%s: CANNOT BE CHECKED: %v\n", what, err)
	}
}

// isWrong reports whether a record breaks the rules. Other errors mean that it cannot be checked.
func isWrong(err error) bool {
	_, move := errors.AsType[*engine.MoveError](err)
	_, result := errors.AsType[*engine.ResultError](err)
	return move || result
}

// file reads one record, or one per line if the first line looks like a record and others follow.
func (p *verdictPrinter) file(file string, stdin io.Reader) error {
	data, err := readInput(file, stdin)
	if err != nil {
		return err
	}
	first, others, _ := bytes.Cut(data, []byte("\n"))
	first = bytes.Trim(first, "\ufeff \t\r")
	if len(others) == 0 || !bytes.HasPrefix(first, []byte("{")) || !bytes.HasSuffix(first, []byte("}")) {
		verdict, err := checkRecord(data)
		p.read.Add(int64(len(data)))
		p.print(file, verdict, err)
		return nil
	}
	var number, records, good int
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) > 0 {
			records++
			if _, err := checkRecord(line); err != nil {
				p.print(fmt.Sprintf("%s, line %d", file, number), "", err)
			} else {
				good++
			}
		}
		p.read.Add(int64(len(line)))
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
	}
	verdict := fmt.Sprintf("ok, %d records", records)
	if good < records {
		verdict = fmt.Sprintf("%d of %d records are ok", good, records)
	}
	p.print(file, verdict, nil)
	return nil
}

func sizeOf(files []string) (size int64) {
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			size += info.Size()
		}
	}
	return size
}

func checkRecord(data []byte) (verdict string, err error) {
	rec, g, err := parseRecord(data)
	if err != nil {
		return "", err
	}
	if err := rec.Check(g.Game); err != nil {
		return "", err
	}
	verdict = fmt.Sprintf("ok, %s, %d moves", rec.Game, len(rec.Moves))
	if len(rec.Result) == 0 {
		verdict += ", no result"
	}
	return verdict, nil
}
