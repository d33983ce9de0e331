import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure, notUtf8 } from '../errors.ts'
import { excessOf } from './json-bounds.ts'

/**
 * Accepts only JSON, unless a feature adds another type. An empty body counts as absent, whatever its content type: an
 * operation that needs a body returns 422, and one that needs none continues. A body with too many values is 400, like
 * one that is too large: it is not read at all, so nothing can be said about its content.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    // Otherwise text in another encoding would be stored with replacement characters.
    if (!isUtf8(body as Buffer)) return done(notUtf8())
    const text = (body as Buffer).toString()
    const excess = excessOf(text, request.routeConfig?.mostValues)
    if (excess) return done(new Failure('unreadable', 'unreadable', excess))
    parseJson(request, text, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Failure('unreadable', 'unreadable', 'The content type is not supported.'))
  })
}
