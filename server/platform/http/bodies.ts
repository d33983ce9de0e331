import type { FastifyInstance } from 'fastify'
import { Failure } from '../errors.ts'

/** Far more than any body of the contract has, and few enough for recursion. */
const deepest = 50
const tooDeep = 'The request body is nested too deeply.'

/**
 * Accepts only JSON, unless a feature adds another type. An empty body counts as absent, whatever its content type: an
 * operation that needs a body returns 422, and one that needs none continues.
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
    done(new Failure('unreadable', 'unreadable', 'The content type is not supported.'))
  })
}

/** Without recursion, because a deep body would overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepest; depth++) {
    level = level.flatMap((item) => (item !== null && typeof item === 'object' ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
