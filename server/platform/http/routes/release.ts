import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReleaseGate } from '../../audit/release-gate.ts'
import { withinScope } from '../../request-scope.ts'

declare module 'fastify' {
  interface FastifyInstance {
    releaseGate: ReleaseGate
  }
}

type Done = (error: Error | null, payload?: unknown) => void

/** Asked last, when the checkpoint is written: waiting for it may have taken long. */
export type BeforeSent = () => Promise<void>

export function decorateWithReleases(app: FastifyInstance, gate: ReleaseGate): void {
  app.decorate('releaseGate', gate)
}

/** Before anything is recorded, counted or used up for a response that could not be sent. */
export function demandOpenGate({ server }: FastifyRequest): Promise<void> {
  return server.releaseGate.demandOpen()
}

/**
 * A hook of operations with `releases`, before the first byte is sent: what the handler has committed is covered by a
 * signed checkpoint, or the response is an error and what was to be sent is dropped.
 */
export function awaitRelease(beforeSent: BeforeSent | undefined) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done) => {
    if (reply.statusCode >= 400) return done(null, payload)
    withinScope(request.scope, () => request.server.releaseGate.pass())
      .then(() => beforeSent?.())
      .then(
        () => done(null, payload),
        (error) => {
          drop(reply, payload)
          done(error)
        },
      )
  }
}

/** What says what the response would have been, and reads from the database. */
function drop(reply: FastifyReply, payload: unknown): void {
  reply.removeHeader('content-disposition')
  const stream = payload as Partial<Readable> | null
  if (typeof stream?.destroy === 'function') stream.destroy()
}
