import { once } from 'node:events'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

export interface CopyIn {
  /** Resolves when more can be written, so that a slow database slows down the writer. Keeps the chunk. */
  write(chunk: Buffer): Promise<void>
  /** Resolves when the rows are in the table. */
  end(): Promise<void>
}

/** Runs `copy … from stdin` with the chunks of a source. A source that fails cancels the copy. */
export async function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(chunks, client.query(from(text)))
}

/** Starts `copy … from stdin` for rows that are produced step by step. Until the end the connection is busy with it. */
export function openCopyIn(client: pg.Client, text: string): CopyIn {
  const stream = client.query(from(text))
  const result = finished(stream)
  let failure: Error | undefined
  stream.once('error', (error) => {
    failure = error
    // Otherwise the stream would write its buffer to a connection that it has no more, and end the process.
    stream.destroy()
  })
  // The writer sees the failure at the next call.
  result.catch(() => {})
  return {
    async write(chunk) {
      if (failure) throw failure
      if (!stream.write(chunk)) await once(stream, 'drain')
    },
    async end() {
      if (!failure) stream.end()
      await result
    },
  }
}

/** Runs `copy … to stdout`. A reader that stops early loses the connection, which would have to read all the rest. */
export async function* copyOut(client: pg.Client | pg.PoolClient, text: string): AsyncGenerator<Buffer> {
  let isAbandoned = true
  try {
    // Clients of the pool return a promise, because they are watched.
    yield* await client.query(to(text))
    isAbandoned = false
  } catch (error) {
    isAbandoned = false
    throw error
  } finally {
    if (isAbandoned) await (client as pg.Client).end()
  }
}
