import { connect } from 'node:net'
import type { Load, LoadResult } from './load.ts'
import { sized } from './scale.ts'

/** Requests of this time for each server are sent but not counted: the code of client and server has to be compiled first. */
const warmUpMs = sized(20, 500)

/**
 * A small HTTP/1.1 client on bare sockets. The client must cost less than the server it measures: otherwise the rate is
 * its own, and two servers look alike. So the sockets read into one buffer each, without streams and promises per
 * request. It reads responses with a content-length, which is what the service sends.
 */
process.once('message', async (what) => {
  process.send?.(await run(what as Load))
  process.disconnect()
})

async function run({ url, requests, connections, seconds }: Load): Promise<LoadResult> {
  const urls = typeof url === 'string' ? [url] : url
  const servers = urls.map((one, place) => {
    const { hostname, port } = new URL(one)
    const own = requests.filter((_, n) => n % urls.length === place)
    return { hostname, port: Number(port), bytes: own.map((request) => toBytes(hostname, request)), next: 0 }
  })
  const times: number[] = []
  let failed = 0
  const begun = performance.now()
  const start = begun + warmUpMs * urls.length
  const end = start + seconds * 1000

  /** Sends one request after the other over one connection until the time is over. */
  function sendInTurn(server: (typeof servers)[number]): Promise<void> {
    return new Promise((resolve, reject) => {
      let started = 0
      const reader = createResponseReader((status) => {
        const now = performance.now()
        if (started >= start) times.push(now - started)
        if (status < 200 || status > 299) failed++
        if (now < end) return send()
        socket.destroy()
        resolve()
      })
      const onread = {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback(length: number, buffer: Uint8Array) {
          reader((buffer as Buffer).subarray(0, length))
          return true
        },
      }
      const socket = connect({ host: server.hostname, port: server.port, noDelay: true, onread })
      const send = () => {
        started = performance.now()
        socket.write(server.bytes[server.next++ % server.bytes.length] as Buffer)
      }
      socket.once('connect', send)
      socket.once('error', reject)
      socket.once('end', () => reject(new Error('the server closed the connection')))
    })
  }

  const serverOf = (connection: number) => servers[connection % servers.length] as (typeof servers)[number]
  await Promise.all(Array.from({ length: connections }, (_, n) => sendInTurn(serverOf(n))))
  const elapsed = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed, elapsed }
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

/** Takes the bytes of a connection as they arrive and calls back once per response, when its last byte is there. */
function createResponseReader(onResponse: (status: number) => void) {
  /** A head whose end has not arrived. */
  let begun = ''
  let status = 0
  let missing = 0
  return (chunk: Buffer): void => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      const text = begun + chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      begun = end < 0 ? text : ''
      if (end < 0) return
      status = Number(text.slice(9, 12))
      const match = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))
      missing = Number(match?.[1] ?? 0) - (text.length - end - 4)
    }
    if (missing === 0) onResponse(status)
  }
}
