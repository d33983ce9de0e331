import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnknownCredential } from '../../errors.ts'
import type { ServiceResponse } from '../responses/service-response.ts'
import type { RateCounts } from './rate-counts.ts'
import { type AddressSubject, ratePolicy, tooMany } from './rate-limit.ts'

export type UnknownCredentials = ReturnType<typeof createUnknownCredentials>

/**
 * Counts unknown credentials by address, apart from everything else. An address that has sent too many gets 429 for
 * further ones, and no query is made for them. Genuine credentials from the same address are accepted all the time:
 * many people may share it.
 */
export function createUnknownCredentials({
  counts,
  limit,
  addressSubject,
}: {
  counts: Pick<RateCounts, 'count' | 'counted'>
  /** Unknown credentials a minute per address; null for no limit. */
  limit: number | null
  addressSubject: AddressSubject
}) {
  const policy = ratePolicy('credentials', limit ?? 0)
  const subjectOf = ({ ip }: FastifyRequest) => `credentials:${addressSubject(ip)}`

  return {
    /** Whether the database may be asked for a credential that this node does not know. */
    mayAsk: (request: FastifyRequest): boolean =>
      limit === null || counts.counted(subjectOf(request)) < limit,

    /** Counts the credential if it was unknown. Returns the error for the response: 429 beyond the limit. */
    count(error: unknown, request: FastifyRequest, reply: FastifyReply): Error {
      if (!(error instanceof UnknownCredential) || limit === null) return error as Error
      const { requests, secondsLeft } = counts.count(subjectOf(request), limit)
      if (requests <= limit) return error
      const { added } = reply.raw as ServiceResponse
      added.push('ratelimit-policy', policy, 'ratelimit', `"credentials";r=0;t=${secondsLeft}`)
      return tooMany(secondsLeft)
    },
  }
}
