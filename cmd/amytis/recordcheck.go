package main

import (
	"bufio"
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
	var move *engine.MoveError
	var result *engine.ResultError
	return errors.As(err, &move) || errors.As(err, &result)
}

// file reads one record, or one per line if the first line looks like a record and others follow.
func (p *verdictPrinter) file(file string, stdin io.Reader) error {
	in, err := openInput(file, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, 64<<10)
	first, err := readLine(r)
	if err != nil {
		return err
	}
	_, last := r.Peek(1)
	if line := bytes.Trim(first, "\ufeff \t\r\n"); last == nil && len(line) > 1 && line[0] == '{' && line[len(line)-1] == '}' {
		return p.lines(file, first, r)
	}
	rest, err := readRest(r)
	if err != nil {
		return err
	}
	verdict, err := checkRecord(append(first, rest...))
	p.read.Add(int64(len(first) + len(rest)))
	p.print(file, verdict, err)
	return nil
}

// lines checks a file with one record per line.
func (p *verdictPrinter) lines(file string, line []byte, r *bufio.Reader) error {
	var records, good int
	for number := 1; len(line) > 0; number++ {
		if len(bytes.TrimSpace(line)) > 0 {
			records++
			if _, err := checkRecord(line); err != nil {
				p.print(fmt.Sprintf("%s, line %d", file, number), "", err)
			} else {
				good++
			}
		}
		p.read.Add(int64(len(line)))
		if err := p.ctx.Err(); err != nil {
			return err
		}
		var err error
		if line, err = readLine(r); err != nil {
			return err
		}
	}
	verdict := fmt.Sprintf("ok, %d records", records)
	if good < records {
		verdict = fmt.Sprintf("%d of %d records are ok", good, records)
	}
	p.print(file, verdict, nil)
	return nil
}

// readLine returns a line with its line feed, nothing at the end.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
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
