import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A hook of routes that send a stream: HEAD gets the headers, and the stream is not read to its end for nobody. */
export function endStreamOfHead(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
) {
  if (request.method !== 'HEAD' || typeof (payload as Readable | null)?.destroy !== 'function') {
    return done(null, payload)
  }
  ;(payload as Readable).destroy()
  done(null, null)
}
