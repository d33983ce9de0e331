import type { FastifyInstance } from 'fastify'
import { streamEvents } from '../../../contract/operations/events/events.ts'
import { type Authenticator, bearerToken } from '../../platform/http/admission/authenticate.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { EventStream } from './event-stream.ts'

export function eventStreamRoutes(
  app: FastifyInstance,
  { stream, authenticator }: { stream: EventStream; authenticator: Authenticator },
): void {
  // Open streams would prevent the server from closing.
  app.addHook('preClose', async () => stream.endAll())

  route(app, streamEvents, async (request, reply) => {
    const token = bearerToken(request)
    const caller = { address: request.ip, requestId: request.id }
    const events = stream.open(request.actor, () => authenticator.authenticate(token, caller))
    // Proxies must forward each event at once. The connection closes with the stream, so that a closing server does not
    // wait for it.
    reply.headers({ 'x-accel-buffering': 'no', connection: 'close' }).type('text/event-stream; charset=utf-8')
    return reply.send(events)
  })
}
