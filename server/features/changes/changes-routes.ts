import type { FastifyInstance, FastifyReply } from 'fastify'
import { listChanges } from '../../../contract/operations/events/changes.ts'
import { type Authenticator, bearerToken } from '../../platform/http/admission/authenticate.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ChangesService } from './changes-service.ts'
import type { WaitingClients } from './waiting-clients.ts'

export function changesRoutes(
  app: FastifyInstance,
  {
    service,
    waiting,
    authenticator,
  }: { service: ChangesService; waiting: WaitingClients; authenticator: Authenticator },
): void {
  app.addHook('preClose', async () => waiting.close())

  route(app, listChanges, async (request, reply) => {
    const { after, limit, wait } = request.query
    const caller = { address: request.ip, requestId: request.id }
    return service.read({
      after,
      limit,
      waitSeconds: wait,
      actor: request.actor,
      reauthenticate: () => authenticator.authenticate(bearerToken(request), caller),
      gone: closed(reply),
    })
  })
}

/** Aborted when the connection of the client closes. */
function closed(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
