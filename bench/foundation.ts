import { withServer } from './child.ts'
import { compare } from './load.ts'
import { atLeast, type Row } from './report.ts'

/** A trivial read through every hook of the service, against the same response of a bare Fastify in the same process. */
export function run(): Promise<Row[]> {
  return withServer('foundation-server.ts', async (urls: { url: string; bare: string }) => {
    const requests = [{ path: '/v1/trivial' }]
    const { measured, peer, ratio } = await compare(
      { url: urls.url, requests, connections: 16, seconds: 2 },
      { url: urls.bare, requests, connections: 16, seconds: 2 },
      11,
    )
    return [
      {
        what: 'trivial read through all hooks',
        measured: `${Math.round(measured.perSecond)}/s`,
        against: `bare Fastify ${Math.round(peer.perSecond)}/s`,
        ...atLeast(ratio, 0.65),
      },
    ]
  })
}
