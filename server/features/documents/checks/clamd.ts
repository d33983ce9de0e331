import { connect, type Socket } from 'node:net'
import { type Failure, unavailable } from '../../../platform/errors.ts'

/** The result of a scan: clean, or the name of what was found. */
export type Verdict = { found: string | null }

export type Scan = {
  write(piece: Buffer): Promise<void>
  end(): Promise<Verdict>
  /** Closes the connection, whether the scan is complete or not. */
  close(): void
}
export type Scanner = { start(): Promise<Scan> }

/**
 * A client for the INSTREAM command of clamd (clamd(8)): each chunk is preceded by its length in four bytes, big endian;
 * a length of zero ends the stream. Every error means "unavailable": a missing response never counts as clean.
 */
export function createClamd({
  host,
  port,
  connectTimeout = 5_000,
  timeout = 30_000,
}: {
  host: string
  port: number
  connectTimeout?: number
  timeout?: number
}): Scanner {
  return {
    async start() {
      const socket = connect({ host, port })
      let isSent = false
      const response = readResponse(socket, { connectTimeout, timeout }, () => isSent)
      // Awaited below; this only prevents an unhandled rejection.
      response.catch(() => {})
      const waitFor = (work: (done: () => void) => void) =>
        Promise.race([new Promise<void>((resolve) => work(resolve)), response.then(() => {})])
      const send = (bytes: Buffer) => waitFor((done) => socket.write(bytes, () => done()))

      await waitFor((done) => socket.once('connect', done))
      await send(Buffer.from('zINSTREAM\0'))
      return {
        async write(piece) {
          await send(Buffer.concat([lengthOf(piece), piece]))
        },
        async end() {
          isSent = true
          socket.write(Buffer.alloc(4))
          return toVerdict(await response)
        },
        close: () => socket.destroy(),
      }
    },
  }
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}

/** A response before everything was sent is an error (such as a file that is too large). */
function readResponse(
  socket: Socket,
  { connectTimeout, timeout }: { connectTimeout: number; timeout: number },
  isSent: () => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = (reason: string) => {
      socket.destroy()
      reject(unavailableBecause(reason))
    }
    socket.setTimeout(connectTimeout)
    socket.once('connect', () => socket.setTimeout(timeout))
    socket.once('timeout', () => fail(`no ${socket.connecting ? 'connection' : 'response'} in time`))
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => fail('the connection was closed'))
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (!isSent()) fail(text)
      else if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')))
      else if (text.length > 4_096) fail('a response of unlikely length')
    })
  })
}

function toVerdict(response: string): Verdict {
  if (response === 'stream: OK') return { found: null }
  const match = /^stream: (.+) FOUND$/.exec(response)
  if (!match?.[1]) throw unavailableBecause(response)
  return { found: match[1] }
}

function unavailableBecause(reason: string): Failure {
  return Object.assign(
    unavailable('scanner_unavailable', 'The virus scanner is unavailable; nothing was stored.', 30),
    { cause: reason },
  )
}
