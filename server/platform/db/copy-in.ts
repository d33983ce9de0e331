import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The part of pg's connection that COPY needs; its types leave the copy messages out. */
interface CopyConnection {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

export interface CopyIn {
  /** Resolves when the connection has taken the bytes, so that a slow database slows the reader down. */
  write(chunk: Buffer): Promise<void>
  end(): Promise<void>
}

/** Starts `copy … from stdin` on a connection, which is busy with nothing else until the end. */
export async function startCopy(client: pg.Client, text: string): Promise<CopyIn> {
  const started = Promise.withResolvers<CopyConnection>()
  const finished = Promise.withResolvers<void>()
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    started.reject(failure)
    finished.reject(failure)
  }
  // Whoever writes or ends sees the failure; until then it must not end the process.
  finished.promise.catch(() => {})
  client.query({
    submit(connection: unknown) {
      ;(connection as CopyConnection).query(text)
    },
    handleCopyInResponse(connection: unknown) {
      started.resolve(connection as CopyConnection)
    },
    handleCommandComplete() {},
    handleReadyForQuery() {
      finished.resolve()
    },
    handleError: fail,
  })
  const connection = await started.promise

  return {
    async write(chunk) {
      if (failure) throw failure
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) {
        // A connection that fails while full never drains: the failure wakes us then.
        await Promise.race([once(connection.stream, 'drain'), finished.promise])
      }
      if (failure) throw failure
    },
    async end() {
      if (!failure) connection.endCopyFrom()
      await finished.promise
    },
  }
}
