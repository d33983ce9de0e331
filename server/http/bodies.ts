import type { FastifyInstance } from 'fastify'
import { Failure } from '../errors.ts'

/**
 * JSON, and nothing else unless a feature says so. An empty body is no body, whatever its content type says: then an
 * operation that needs one answers 422, and one that needs none goes on.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    parseJson(request, body as string, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Failure('unreadable', 'unreadable', 'The content type of the request cannot be read here.'))
  })
}
