import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of pg's connection that COPY needs; its types leave the copy messages out. */
interface CopyConnection {
  stream: Duplex
  query(text: string): void
}

/** So many pieces may wait to be taken before the server is asked to hold on. */
const mostWaiting = 256

/** Runs `copy … to stdout` on a connection, which is busy with nothing else until the end. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = []
  let connection: CopyConnection | undefined
  let over = false
  let failure: Error | undefined
  let wake = () => {}
  client.query({
    submit(given: unknown) {
      connection = given as CopyConnection
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      waiting.push(chunk)
      if (waiting.length >= mostWaiting) connection?.stream.pause()
      wake()
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      over = true
      wake()
    },
    handleError(error: Error) {
      failure = error
      wake()
    },
  } as unknown as pg.Submittable)

  for (;;) {
    const pieces = waiting.splice(0)
    connection?.stream.resume()
    if (pieces.length > 0) yield Buffer.concat(pieces)
    else if (failure) throw failure
    else if (over) return
    else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
