import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { account, createCaller } from '../torture/caller.ts'

export interface Held {
  /** Connections opened in all: the idle ones, and a tenth more each of the slow and of the half-open. */
  opened: number
  /** The idle ones that were still open at the end. */
  idle: number
  /** Memory of the service in bytes: before, and the most while they were open. */
  before: number
  most: number
  /** Real requests meanwhile, those among them that were not answered rightly, and the slowest in milliseconds. */
  served: number
  failed: number
  slowest: number
}

const atOnce = 200
/** A port can be used once per address: several addresses, so that they do not run short. */
const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']
const ask = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
const halfHeader = 'GET /v1/organizations HTTP/1.1\r\nhost: x\r\nx-a:'
const halfBody =
  'POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{'

/**
 * Holds this many idle connections to a service of its own, and a tenth more each of some that send a letter now and
 * then, and of some that never finish what they began. Works with the service meanwhile, and looks at its memory.
 */
export async function holdConnections(
  idle: number,
  work: number,
  env: Record<string, string> = {},
): Promise<Held> {
  const count = Math.floor(idle * 1.2)
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-connections-'))
  const service = await startProcess({
    KONTOR_DATA_DIR: dataDir,
    KONTOR_RATE_LIMIT: 'off',
    KONTOR_ADMIN_EMAIL: account.email,
    KONTOR_ADMIN_PASSWORD: account.password,
    ...env,
  })
  const sockets: Socket[] = []
  let drip: NodeJS.Timeout | undefined
  try {
    await untilReady(service)
    const caller = createCaller(service)
    await caller.signIn()
    // What a first request takes is no cost of connections.
    await timed(caller, 20)
    const before = memoryOf(service)
    let most = before
    while (sockets.length < count) {
      const some = Math.min(atOnce, count - sockets.length)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: some }, (_, index) => dial(service, sockets.length + index)),
        )),
      )
      most = Math.max(most, memoryOf(service))
    }
    const dribbling = sockets.filter((_, index) => kindOf(index) === 'dribbling')
    drip = setInterval(() => {
      for (const socket of dribbling) if (!socket.destroyed) socket.write('a')
    }, 1_000)
    const { failed, slowest } = await timed(caller, work)
    most = Math.max(most, memoryOf(service))
    const kept = sockets.filter(({ destroyed }, index) => kindOf(index) === 'idle' && !destroyed).length
    return { opened: sockets.length, idle: kept, before, most, served: work, failed, slowest }
  } finally {
    clearInterval(drip)
    for (const socket of sockets) socket.destroy()
    service.child.kill('SIGTERM')
    await service.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function kindOf(index: number): 'idle' | 'dribbling' | 'half' {
  return index % 12 === 10 ? 'dribbling' : index % 12 === 11 ? 'half' : 'idle'
}

async function dial({ url }: ServiceProcess, index: number): Promise<Socket> {
  const { hostname: host, port } = new URL(url)
  const localAddress = addresses[index % addresses.length] as string
  const socket = connect({ host, port: Number(port), localAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const kind = kindOf(index)
  if (kind === 'idle') {
    socket.write(ask)
    await once(socket, 'data')
  } else socket.write(kind === 'dribbling' ? halfHeader : halfBody)
  socket.resume()
  return socket
}

async function timed(caller: ReturnType<typeof createCaller>, requests: number) {
  let failed = 0
  let slowest = 0
  for (let made = 0; made < requests; made++) {
    const since = performance.now()
    const { status } = await caller.get(made % 2 === 0 ? '/v1/organizations' : '/v1/purchase-requests')
    if (status !== 200) failed += 1
    slowest = Math.max(slowest, performance.now() - since)
  }
  return { failed: failed + caller.counts.refused + caller.counts.unanswered, slowest }
}

function memoryOf({ child }: ServiceProcess): number {
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}
