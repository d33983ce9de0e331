import type { FastifyInstance } from 'fastify'
import { Failure } from '../errors.ts'

/** Far deeper than any body of the contract; whoever walks a body may do so by recursion. */
const deepest = 50
const tooDeep = 'The request body is nested too deeply.'

/**
 * JSON, and nothing else unless a feature says so. An empty body is no body, whatever its content type says: then an
 * operation that needs one answers 422, and one that needs none goes on.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    parseJson(request, body as string, (error, value) => {
      if (!error && isTooDeep(value)) return done(new Failure('unreadable', 'unreadable', tooDeep))
      done(error, value)
    })
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Failure('unreadable', 'unreadable', 'The content type of the request cannot be read here.'))
  })
}

/** Level by level and not by recursion, which is what a deep body would break. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepest; depth++) {
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
