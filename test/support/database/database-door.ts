import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'

/** A TCP port in front of the PostgreSQL behind a socket, where a test can listen and cut the line. */
export interface Door {
  url: string
  /** Called with what clients send, before it is passed on; `cut` breaks that connection. */
  onSent: (data: Buffer, cut: () => void) => void
  /**
   * Whether the server never gets this, nor what the same client sends later: it waits for the client. `pid` is the process
   * of the server for this client.
   */
  withholds: (data: Buffer, pid: number) => boolean
  /** From now on nothing is passed on, in either direction; connections stay open. */
  hang(): void
  close(): Promise<void>
}

/** What the server sends goes through a `filter` of each connection's own. */
export async function openDoor(
  databaseUrl: string,
  filter: () => Transform = () => new PassThrough(),
): Promise<Door> {
  const url = new URL(databaseUrl)
  const socketPath = join(url.searchParams.get('host') as string, '.s.PGSQL.5432')
  const open = new Set<Socket>()
  let hangs = false
  const server = createServer((near) => {
    const far = connect(socketPath)
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    let isSilent = false
    let pid = 0
    near.on('data', (data) => {
      door.onSent(data, cut)
      isSilent ||= door.withholds(data, pid)
      if (far.writable && !hangs && !isSilent) far.write(data)
    })
    far.pipe(filter()).on('data', (data) => {
      pid ||= processIn(data)
      if (near.writable && !hangs) near.write(data)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const door: Door = {
    url: url.href,
    onSent: () => {},
    withholds: () => false,
    hang() {
      hangs = true
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return door
}

/** BackendKeyData, which comes before the first query: `K`, its length, the process, a secret. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12])

function processIn(data: Buffer): number {
  const at = data.indexOf(keyData)
  return at >= 0 && at + 9 <= data.length ? data.readInt32BE(at + keyData.length) : 0
}
