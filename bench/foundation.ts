import { fork } from 'node:child_process'
import { join } from 'node:path'
import { compare } from './load.ts'
import { atLeast, type Row } from './report.ts'

/** A trivial read through every hook of the service, against the same answer of a bare Fastify in the same process. */
export async function run(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'foundation-server.ts'))
  try {
    const urls = await new Promise<{ service: string; bare: string }>((resolve, reject) => {
      child.once('message', (message) => resolve(message as never))
      child.once('exit', (code) => reject(new Error(`the service under measurement ended with ${code}`)))
    })
    const requests = [{ path: '/v1/trivial' }]
    const { measured, peer, ratio } = await compare(
      { url: urls.service, requests, connections: 16, seconds: 2 },
      { url: urls.bare, requests, connections: 16, seconds: 2 },
    )
    return [
      {
        what: 'trivial read through all hooks',
        measured: `${Math.round(measured.perSecond)}/s`,
        against: `bare Fastify ${Math.round(peer.perSecond)}/s`,
        ...atLeast(ratio, 0.7),
      },
    ]
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  }
}
