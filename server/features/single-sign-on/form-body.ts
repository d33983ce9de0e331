import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { notUtf8 } from '../../platform/errors.ts'
import { encodingFailure } from '../../platform/http/requests/content-type.ts'

/** A form of a megabyte could have half a million fields, which take too long to read. */
const bodyLimit = 64 * 1024

/**
 * Accepts urlencoded forms on the routes of `add` alone. Elsewhere they are refused: a page of another site can send one
 * without asking the browser first.
 */
export function withForms(app: FastifyInstance, add: (app: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit },
      (request, body, done) => {
        const foreign = encodingFailure(request.headers)
        if (foreign) return done(foreign)
        if (!isUtf8(body as Buffer)) return done(notUtf8())
        done(null, Object.fromEntries(new URLSearchParams((body as Buffer).toString())))
      },
    )
    add(scope)
  })
}
