export interface Line {
  number: number
  text: string
}

// A file with a longer line is not a register, and must not fill the memory.
const maxLineLength = 1024 * 1024

/** The lines of a UTF-8 stream in batches. A line that is too long is cut, which makes it an invalid row. */
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
    rest = (parts.pop() as string).slice(0, maxLineLength)
    if (parts.length > 0) yield parts.map(take)
  }
  rest += decoder.decode()
  if (rest !== '') yield [take(rest)]
}
