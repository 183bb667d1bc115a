package session

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// payload is the body of a request in a reusable buffer. net/http may still read a body after it
// has returned, so the buffer is reused only when all holders have released it.
type payload struct {
	buf         bytes.Buffer
	contentType string
	holders     atomic.Int32
}

const (
	jsonType = "application/json"
	// maxPooled is the largest buffer in bytes that is kept for reuse. A replay of several
	// megabytes is not worth keeping.
	maxPooled = 1 << 20
)

var payloads = sync.Pool{New: func() any { return new(payload) }}

// newPayload encodes v, as JSON or, with files, as multipart. It writes all parts straight into the
// body.
func newPayload(v any, files []File) (*payload, error) {
	p := payloads.Get().(*payload)
	p.buf.Reset()
	p.holders.Store(1)
	var err error
	if len(files) == 0 {
		p.contentType = jsonType
		err = json.NewEncoder(&p.buf).Encode(v)
	} else {
		err = p.multipart(v, files)
	}
	if err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

func (p *payload) multipart(v any, files []File) error {
	w := multipart.NewWriter(&p.buf)
	p.contentType = w.FormDataContentType()
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`},
		"Content-Type":        {jsonType},
	})
	if err != nil {
		return err
	}
	if err := json.NewEncoder(part).Encode(v); err != nil {
		return err
	}
	for i, f := range files {
		kind := f.ContentType
		if kind == "" {
			kind = "application/octet-stream"
		}
		part, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {
				`form-data; name="files[` + strconv.Itoa(i) + `]"; filename="` + headerEscaper.Replace(f.Name) + `"`,
			},
			"Content-Type": {kind},
		})
		if err != nil {
			return err
		}
		p.buf.Grow(len(f.Data) + 256)
		if _, err := part.Write(f.Data); err != nil {
			return err
		}
	}
	return w.Close()
}

var headerEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", "")

// share adds a holder.
func (p *payload) share() *payload {
	p.holders.Add(1)
	return p
}

// release removes a holder. After the last one the buffer is reused.
func (p *payload) release() {
	if p.holders.Add(-1) == 0 && p.buf.Cap() <= maxPooled {
		payloads.Put(p)
	}
}

// maxCopied is the body size in bytes up to which a copy is cheaper than sharing the buffer.
// net/http writes a body that it knows to be in memory together with the headers, and any other
// body after them.
const maxCopied = 8 << 10

// reader returns a new reader of the body. A reader of a large body holds the payload until it is
// closed.
func (p *payload) reader() io.ReadCloser {
	if p.buf.Len() <= maxCopied {
		return io.NopCloser(bytes.NewReader(bytes.Clone(p.buf.Bytes())))
	}
	p.holders.Add(1)
	return &payloadReader{payload: p}
}

// payloadReader may be closed by one goroutine while another one reads.
type payloadReader struct {
	mu      sync.Mutex
	payload *payload // nil once closed
	at      int
}

func (r *payloadReader) Read(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.payload == nil {
		return 0, io.ErrClosedPipe
	}
	rest := r.payload.buf.Bytes()[r.at:]
	if len(rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, rest)
	r.at += n
	return n, nil
}

func (r *payloadReader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.payload != nil {
		r.payload.release()
		r.payload = nil
	}
	return nil
}
