import type { FastifyInstance } from 'fastify'
import { unavailable } from '../errors.ts'

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
  }
}

/** Operations wait for the database to be there and up to date; on the way down, new ones are turned away. */
export function refuseUnlessServing(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (request, reply, done) => {
    const phase = readiness.phase()
    if (phase === 'serving' || !request.url.startsWith('/v1/')) return done()
    if (phase === 'stopping') {
      reply.header('connection', 'close')
      return done(unavailable('shutting_down', 'The service is shutting down.', 2))
    }
    done(unavailable('database_unavailable', 'The database cannot be reached yet.', 2))
  })
}
