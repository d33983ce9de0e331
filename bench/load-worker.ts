import { connect, type Socket } from 'node:net'
import type { Load, LoadResult } from './load.ts'

/**
 * A small HTTP/1.1 client on plain sockets. A full client would cost as much as the measured server and hide the
 * difference between two servers. It supports only responses with a content-length, which is what the service sends.
 */
process.once('message', async (what) => {
  process.send?.(await run(what as Load))
  process.disconnect()
})

async function run({ url, requests, connections, seconds }: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(url)
  const bytes = requests.map((request) => toBytes(hostname, request))
  const times: number[] = []
  let failed = 0
  let next = 0
  const end = performance.now() + seconds * 1000

  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await new Promise((resolve) => socket.once('connect', resolve))
      while (performance.now() < end) {
        const request = bytes[next++ % bytes.length] as Buffer
        const started = performance.now()
        const status = await exchange(socket, request)
        times.push(performance.now() - started)
        if (status < 200 || status > 299) failed++
      }
      socket.destroy()
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed }
}

function toBytes(
  host: string,
  { method = 'GET', path, headers = {}, body }: Load['requests'][number],
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined)
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** Sends one request and waits for the complete response. */
function exchange(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let received: Buffer | undefined
    let expected = -1
    const onData = (chunk: Buffer) => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      if (expected < 0) {
        const head = received.indexOf('\r\n\r\n')
        if (head < 0) return
        const match = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, head))
        expected = head + 4 + Number(match?.[1] ?? 0)
      }
      if (received.length < expected) return
      socket.off('data', onData)
      socket.off('close', onClose)
      resolve(Number(received.toString('latin1', 9, 12)))
    }
    const onClose = () => reject(new Error('the server closed the connection'))
    socket.on('data', onData)
    socket.once('close', onClose)
    socket.write(request)
  })
}
