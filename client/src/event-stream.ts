/** The messages of a stream of server-sent events, each parsed as JSON. Comments, which keep it open, are skipped. */
export async function* readEvents<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
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
        const data = dataOf(message)
        if (data !== '') yield JSON.parse(data) as T
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function dataOf(message: string): string {
  return message
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n')
}
