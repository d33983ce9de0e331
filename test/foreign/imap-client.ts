import { once } from 'node:events'
import { connect } from 'node:net'

/** Reads all messages of a mailbox, oldest first, with LOGIN, EXAMINE and FETCH of RFC 3501. A missing one is empty. */
export async function readMailbox({
  port,
  user,
  password,
  mailbox,
}: {
  port: number
  user: string
  password: string
  mailbox: string
}): Promise<string[]> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const pieces = socket.setEncoding('latin1')[Symbol.asyncIterator]()
  let received = ''
  let commands = 0

  async function more(): Promise<void> {
    const { done, value } = await pieces.next()
    if (done) throw new Error(`the IMAP server hung up after: ${received}`)
    received += value
  }

  /** Resolves with everything up to the tagged reply; `OK`, `NO` or `BAD` is the first word after the tag. */
  async function call(command: string): Promise<{ status: string; untagged: string }> {
    const tag = `t${++commands}`
    socket.write(`${tag} ${command}\r\n`)
    for (;;) {
      const end = new RegExp(`^${tag} (OK|NO|BAD).*\r\n`, 'm').exec(received)
      if (end) {
        const untagged = received.slice(0, end.index)
        received = received.slice(end.index + end[0].length)
        return { status: end[1] as string, untagged }
      }
      await more()
    }
  }

  try {
    const login = await call(`LOGIN "${user}" "${password}"`)
    if (login.status !== 'OK') throw new Error('the IMAP server refuses the password')
    if ((await call(`EXAMINE ${mailbox}`)).status !== 'OK') return []
    return literals((await call('FETCH 1:* (BODY.PEEK[])')).untagged)
  } finally {
    socket.destroy()
  }
}

/** The literals of a reply: `{12}`, a line break, and 12 bytes. */
function literals(reply: string): string[] {
  const found: string[] = []
  for (let from = 0; ; ) {
    const head = /\{(\d+)\}\r\n/g
    head.lastIndex = from
    const match = head.exec(reply)
    if (!match) return found
    from = head.lastIndex + Number(match[1])
    found.push(reply.slice(head.lastIndex, from))
  }
}
