import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { Failure } from '../../errors.ts'
import type { ExpectedVersions } from '../../versions.ts'
import { parseEntityTags, versionOf } from './entity-tag.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The versions that `If-Match` accepts, for operations that honour it. */
    ifMatch: ExpectedVersions
  }
}

/** A hook of the operations that honour `If-Match`. A malformed value is 400, before permissions are checked. */
export function readIfMatch(request: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction) {
  const header = request.headers['if-match']
  if (header === undefined) return done()
  const tags = parseEntityTags(header)
  if (tags === undefined) {
    return done(new Failure('unreadable', 'unreadable', 'The If-Match header is not a list of entity tags.'))
  }
  // A weak tag never matches here (RFC 9110, 13.1.1), nor does one that names no version.
  request.ifMatch =
    tags === '*' ? '*' : tags.filter(({ isWeak }) => !isWeak).flatMap((tag) => versionOf(tag) ?? [])
  done()
}

/** What the request expects of the object's version, by `If-Match`, by `version` in its body, or by both. */
export function expectedVersions({
  ifMatch,
  body,
}: Pick<FastifyRequest, 'ifMatch' | 'body'>): ExpectedVersions {
  const version = (body as { version?: number } | null | undefined)?.version
  if (version === undefined) return ifMatch
  return ifMatch === undefined || ifMatch === '*' || ifMatch.includes(version) ? [version] : []
}
