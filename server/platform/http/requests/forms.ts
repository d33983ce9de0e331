import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { encodingFailure, wrongType } from './content-type.ts'

/** For a scope whose routes accept forms: their handlers read the body after the caller was authenticated and permitted. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    const foreign = wrongType(request, 'multipart/form-data') ?? encodingFailure(request.headers)
    if (foreign) done(foreign)
    else done(null, 'multipart')
  })
  // After every response, including those that were sent before the body was read.
  app.addHook('onResponse', async (request) => discardBody(request.raw))
}

/**
 * A client usually reads the response only after it has sent its body. The rest of the body is therefore discarded, up to
 * a limit; after that the connection is closed.
 */
function discardBody(
  request: IncomingMessage,
  { maxBytes = 32 * 1024 * 1024, timeoutMs = 10_000 } = {},
): void {
  if (request.complete || request.destroyed) return
  let discarded = 0
  const giveUp = () => request.socket.destroy()
  const timer = setTimeout(giveUp, timeoutMs)
  request.on('data', (piece: Buffer) => {
    discarded += piece.length
    if (discarded > maxBytes) giveUp()
  })
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.resume()
}
