import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../processes/free-port.ts'
import { until } from '../processes/until.ts'

const program = '/usr/sbin/clamd'
export const isClamdInstalled = existsSync(program)
/** What the scanners of these tests find. */
export const marker = 'KONTOR-TEST-MARKER-THAT-IS-NO-VIRUS'

/** The real clamd with one signature of our own, where it is installed (Debian: clamav-daemon); else a peer that speaks as it does. */
export function startClamd(): Promise<{ port: number; stop: () => Promise<void> }> {
  return isClamdInstalled ? startRealClamd() : startPeer()
}

async function startRealClamd() {
  const home = mkdtempSync(join(tmpdir(), 'clamd-'))
  const port = await freePort()
  mkdirSync(join(home, 'signatures'))
  writeFileSync(
    join(home, 'signatures', 'test.ndb'),
    `Kontor.Test:0:*:${Buffer.from(marker).toString('hex')}\n`,
  )
  const conf = join(home, 'clamd.conf')
  writeFileSync(
    conf,
    [
      `DatabaseDirectory ${join(home, 'signatures')}`,
      `TemporaryDirectory ${home}`,
      'TCPAddr 127.0.0.1',
      `TCPSocket ${port}`,
      'Foreground yes',
      'StreamMaxLength 30M',
      'User root',
      '',
    ].join('\n'),
  )
  const child = spawn(program, ['-c', conf], { stdio: 'ignore' })
  await answering(port)
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function answering(port: number): Promise<void> {
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await until('clamd answers', isThere, { every: 50 })
}

/** INSTREAM as clamd(8) describes it. */
async function startPeer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received: Buffer = Buffer.alloc(0)
    let content: Buffer = Buffer.alloc(0)
    let started = false
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      if (!started) {
        const end = received.indexOf(0)
        if (end < 0) return
        if (received.toString('latin1', 0, end) !== 'zINSTREAM') return socket.end('UNKNOWN COMMAND\0')
        received = received.subarray(end + 1)
        started = true
      }
      while (received.length >= 4 && received.length >= 4 + received.readUInt32BE(0)) {
        const length = received.readUInt32BE(0)
        if (length === 0) {
          return socket.end(
            content.includes(marker) ? 'stream: Kontor.Test.UNOFFICIAL FOUND\0' : 'stream: OK\0',
          )
        }
        content = Buffer.concat([content, received.subarray(4, 4 + length)])
        received = received.subarray(4 + length)
      }
      return undefined
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
