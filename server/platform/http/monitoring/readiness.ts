import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, unavailable } from '../../errors.ts'

/** Whether the service can serve yet, or still. */
export type Phase = 'starting' | 'serving' | 'stopping'
export type Readiness = ReturnType<typeof createReadiness>

export function createReadiness() {
  let phase: Phase = 'starting'
  return {
    phase: () => phase,
    set(next: Phase) {
      phase = next
    },
    /** Operations are refused until the database is reachable and migrated, and again while the service stops. */
    refusal(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
      if (phase === 'serving' || !request.routeConfig.isOperation) return undefined
      if (phase === 'starting')
        return unavailable('database_unavailable', 'The database cannot be reached yet.', 2)
      reply.header('connection', 'close')
      return unavailable('shutting_down', 'The service is shutting down.', 2)
    },
  }
}
