import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What comes of a request: it is passed on, reset, swallowed, or its response stops after so many bytes. */
export type Passage = 'open' | 'reset' | 'silent' | { stallAfter: number } | { cutAfter: number }

/** A TCP port in front of an object store, at which a test can take the store away. Without one, nobody is behind it. */
export async function openStoreDoor(behind?: string) {
  const open = new Set<Socket>()
  const reached = Promise.withResolvers<void>()
  const door = {
    endpoint: '',
    /** Resolves with the first bytes of a request. */
    reached: reached.promise,
    passage: 'open' as Passage,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }

  const server = createServer((near) => {
    const far = behind ? connect(Number(new URL(behind).port), '127.0.0.1') : undefined
    for (const socket of far ? [near, far] : [near]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far?.destroy()
      })
    }
    let answered = 0
    near.on('data', (data) => {
      answered = 0
      reached.resolve()
      if (door.passage === 'reset') near.resetAndDestroy()
      else if (door.passage !== 'silent') far?.write(data)
    })
    far?.on('data', (data) => {
      const { passage } = door
      answered += data.length
      if (passage === 'silent') return
      if (typeof passage === 'object' && 'stallAfter' in passage && answered > passage.stallAfter) return
      near.write(data)
      if (typeof passage === 'object' && 'cutAfter' in passage && answered > passage.cutAfter) near.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  door.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return door
}
