import type { FastifyReply, FastifyRequest } from 'fastify'
import { isIdempotent, type Operation } from '../../../../contract/api/operation.ts'
import { isRevalidated, isVersioned } from '../../../../contract/operations/versioned.ts'
import { codings } from '../responses/accept-encoding.ts'
import { findTag, tagOf } from '../responses/entity-tag.ts'
import { locationOf } from '../responses/location.ts'

type Responder = (
  request: FastifyRequest,
  reply: FastifyReply,
  response: Promise<unknown>,
) => Promise<unknown>

/** Adds the headers that follow from what a handler returns; undefined for operations that have none of them. */
export function responder(operation: Operation): Responder | undefined {
  const creates = isIdempotent(operation)
  const versioned = isVersioned(operation)
  if (!creates && !versioned) return undefined
  const location = operation.location ? locationOf(operation.location) : undefined
  const revalidates = isRevalidated(operation)

  return async (request, reply, pending) => {
    const response = await pending
    if (location) reply.header('location', location(response))
    if (request.idempotencyKey?.isReplayed) reply.header('idempotency-replayed', 'true')
    return versioned ? tagged(request, reply, response as { version: number }, revalidates) : response
  }
}

/** The text is made here, because its hash is part of the tag. */
function tagged(
  request: FastifyRequest,
  reply: FastifyReply,
  response: { version: number },
  revalidates: boolean,
): FastifyReply {
  const text = reply.serialize(response) as string
  const tag = tagOf(response.version, text)
  const known = revalidates ? request.headers['if-none-match'] : undefined
  const found = known === undefined ? undefined : findTag(known, tag, codings)
  if (found !== undefined) return reply.code(304).header('etag', `"${found}"`).send()
  return reply.header('etag', `"${tag}"`).type('application/json; charset=utf-8').send(text)
}
