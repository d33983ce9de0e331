import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure, notUtf8 } from '../../errors.ts'
import { encodingFailure, mediaTypeFailure, readType, wrongType } from './content-type.ts'
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
    const foreign = wrongType(request, 'application/json') ?? encodingFailure(request.headers)
    if (foreign) return done(foreign)
    // Otherwise text in another encoding would be stored with replacement characters.
    if (!isUtf8(body as Buffer)) return done(notUtf8())
    const text = (body as Buffer).toString()
    const excess = excessOf(text, request.routeConfig?.mostValues)
    if (excess) return done(new Failure('unreadable', 'body_too_large', excess))
    parseJson(request, text, (error, value) => (error ? done(malformed(text)) : done(null, value)))
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(mediaTypeFailure([readType(request)]))
  })
}

/** With the place at which reading stopped, but without what stands there. */
function malformed(text: string): Failure {
  const position = brokenAt(text)
  return position === undefined
    ? new Failure('unreadable', 'malformed_json', 'The request body is not valid JSON.')
    : new Failure(
        'unreadable',
        'malformed_json',
        `The request body is not valid JSON: reading stopped at character ${position}.`,
        { position },
      )
}

/** The engine tells the place only in its message, and not of every text. */
function brokenAt(text: string): number | undefined {
  try {
    JSON.parse(text)
  } catch (error) {
    const { message } = error as SyntaxError
    const place = /at position (\d+)/.exec(message)?.[1]
    if (place !== undefined) return Number(place)
    if (message.startsWith('Unexpected end')) return text.length
  }
  return undefined
}
