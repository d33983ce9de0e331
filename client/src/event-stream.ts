/**
 * The messages of a stream of server-sent events, each parsed as JSON. Comments, which keep it open, are skipped.
 * `onPosition` gets the ids of messages without data: where the stream begins.
 */
export async function* readEvents<T>(
  body: ReadableStream<Uint8Array>,
  { onPosition }: { onPosition?: ((cursor: string) => void) | undefined } = {},
): AsyncGenerator<T, void, undefined> {
  // A reader instead of `for await`, which not every browser has for streams.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const messages = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) {
        const [data, id] = [fieldOf(message, 'data'), fieldOf(message, 'id')]
        if (data !== '') yield JSON.parse(data) as T
        else if (id !== '') onPosition?.(id)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function fieldOf(message: string, field: 'data' | 'id'): string {
  return message
    .split('\n')
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).trimStart())
    .join('\n')
}
