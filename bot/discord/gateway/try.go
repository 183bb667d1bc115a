package gateway

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"

	"amytis/bot/discord/rest"
)

// ErrBusy means that Discord asks to connect again later. It does so if another process with the
// same token has just started a session, or if a server of Discord is about to stop.
var ErrBusy = errors.New("the gateway asks to connect again later")

// tryTimeout limits Try.
const tryTimeout = 20 * time.Second

// Try connects to the gateway, and hangs up once Discord greets. If identify is set, it also starts
// the session of the first of some shards, 0 for the recommended number.
func Try(ctx context.Context, r *rest.Client, info Info, shards int, identify bool) error {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	d := newDialer(r)
	ws, err := d.dial(ctx, info.URL)
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	defer ws.Close()
	defer context.AfterFunc(ctx, func() { _ = ws.Close() })()
	err = await(ws, opHello)
	if err == nil && identify {
		shards = max(cmp.Or(shards, info.Shards), 1)
		_ = ws.WriteJSON(command{opIdentify, newIdentify(r.Authorization(), 0, shards)}) // await fails then
		if err = await(ws, opDispatch); err == nil {
			bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
			_ = ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(writeTimeout)) // nobody needs the session
		}
	}
	if ctx.Err() != nil {
		return errOpenTimeout
	}
	return cmp.Or(finalError(err), err)
}

// await reads until a packet with this opcode comes.
func await(ws *websocket.Conn, op int) error {
	var text bytes.Buffer
	for {
		p, err := receive(ws, &text)
		switch {
		case err != nil:
			return err
		case p.Op == op:
			return nil
		case p.Op == opInvalidSession, p.Op == opReconnect:
			return ErrBusy
		}
	}
}
