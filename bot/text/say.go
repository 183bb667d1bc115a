package text

// Say calls T with args, which alternates names and values: Say("bot.x", "Name", name).
func (w *Words) Say(key string, args ...any) string {
	values := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		values[args[i].(string)] = args[i+1]
	}
	return w.T(key, values)
}
