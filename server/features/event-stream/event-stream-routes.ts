import type { FastifyInstance } from 'fastify'
import { streamEvents } from '../../../contract/operations/events.ts'
import { bearerToken } from '../../platform/http/authenticate.ts'
import { route } from '../../platform/http/route.ts'
import type { Authenticator } from '../authentication/authenticator.ts'
import type { EventStream } from './event-stream.ts'

export function eventRoutes(
  app: FastifyInstance,
  { stream, authenticator }: { stream: EventStream; authenticator: Pick<Authenticator, 'authenticate'> },
): void {
  // Open streams would keep a closing server waiting.
  app.addHook('preClose', async () => stream.stop())

  route(app, streamEvents, async (request, reply) => {
    const token = bearerToken(request)
    const caller = { address: request.ip, requestId: request.id }
    const hints = stream.open(request.actor, () => authenticator.authenticate(token, caller))
    // Proxies must pass each hint on when it comes; the connection ends with the stream, so that a closing server
    // does not wait for it to be used again.
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' }).type('text/event-stream; charset=utf-8')
    return reply.send(hints)
  })
}
