import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  headers: Map<string, string>
  subject: string
  text: string
}

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>

/** A real SMTP server that keeps what it accepts. */
export async function startMailReceiver({ user }: { user?: { name: string; password: string } } = {}) {
  const received: ReceivedMail[] = []
  const refused = new Set<string>()
  let afterAccepting: () => unknown = () => {}
  let server = create()
  let port = 0

  function create(): SMTPServer {
    return new SMTPServer({
      authOptional: !user,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      onAuth(given, _session, done) {
        const isRight = given.username === user?.name && given.password === user?.password
        done(isRight ? null : new Error('no'), isRight ? { user: given.username } : undefined)
      },
      onRcptTo({ address }, _session, done) {
        if (!refused.has(address)) return done()
        done(Object.assign(new Error(`unknown user ${address}`), { responseCode: 550 }))
      },
      onData(stream, session, done) {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
          const to = session.envelope.rcptTo.map(({ address }) => address)
          received.push({ from, to, ...parseMail(Buffer.concat(pieces).toString('latin1')) })
          Promise.resolve(afterAccepting()).then(() => done(), done)
        })
      },
    })
  }

  async function listen(): Promise<void> {
    server = create()
    // A client that is cut off is no error of the test.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.server.address() as { port: number }).port
  }

  await listen()
  const credentials = user ? `${user.name}:${encodeURIComponent(user.password)}@` : ''
  return {
    received,
    /** Recipients that are refused for good. */
    refused,
    url: `smtp://${credentials}127.0.0.1:${port}`,
    /** Called when a mail was accepted, before the client is told; awaited. */
    onAccepting(call: () => unknown): void {
      afterAccepting = call
    },
    goDown: () => new Promise<void>((resolve) => server.close(() => resolve())),
    comeUp: listen,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Enough of RFC 5322 and 2047 for what this service sends. */
export function parseMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const body = rest.join('\r\n\r\n')
  const encoding = headers.get('content-transfer-encoding')
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : Buffer.from(body, 'latin1').toString()
  return { raw, headers, subject: decodeWords(headers.get('subject') ?? ''), text }
}

function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
    )
    .replaceAll(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
}
