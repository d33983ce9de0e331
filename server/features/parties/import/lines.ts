export interface Line {
  number: number
  text: string
}

// A file without line ends, or a single line of this length, is no register: it must not fill the memory.
const longestLine = 1024 * 1024

/** The lines of a UTF-8 stream in batches. A line that is too long comes as its beginning and is no valid row. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let number = 0
  const take = (text: string): Line => ({
    number: ++number,
    text: text.endsWith('\r') ? text.slice(0, -1) : text,
  })
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = (parts.pop() as string).slice(0, longestLine)
    if (parts.length > 0) yield parts.map(take)
  }
  rest += decoder.decode()
  if (rest !== '') yield [take(rest)]
}
