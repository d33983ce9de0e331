import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/wallets/address-book.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ChallengeService } from './challenge-service.ts'
import type { EntryService } from './entry-service.ts'

export function addressBookRoutes(
  app: FastifyInstance,
  { challenges, entries }: { challenges: ChallengeService; entries: EntryService },
): void {
  route(app, operations.challengeAddress, (request) =>
    challenges.make(request.params.organization_id, request.body, idempotencyKey(request)),
  )
  route(app, operations.listAddresses, ({ params, query }) =>
    entries.list(params.organization_id, query.network),
  )
  route(app, operations.readAddress, ({ params }) => entries.read(params.organization_id, params.address_id))
  route(app, operations.addAddress, (request) =>
    entries.add(request.params.organization_id, request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.removeAddress, ({ params, actor }) =>
    entries.remove(params.organization_id, params.address_id, actor),
  )
}
