import type { FastifyInstance } from 'fastify'
import { Failure } from '../errors.ts'
import { excessOf } from './json-bounds.ts'

/**
 * Accepts only JSON, unless a feature adds another type. An empty body counts as absent, whatever its content type: an
 * operation that needs a body returns 422, and one that needs none continues. A body with too many values is 400, like
 * one that is too large: it is not read at all, so nothing can be said about its content.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const excess = excessOf(body as string)
    if (excess) return done(new Failure('unreadable', 'unreadable', excess))
    parseJson(request, body as string, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Failure('unreadable', 'unreadable', 'The content type is not supported.'))
  })
}
