import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import { createBoundedCache } from '../../bounded-cache.ts'
import { countedAddress } from '../../client-address.ts'
import { Failure } from '../../errors.ts'
import type { ServiceResponse } from '../responses/service-response.ts'
import type { RateCounts } from './rate-counts.ts'

const windowSeconds = 60

/** Requests a minute. */
export interface RateLimit {
  /** Per administrator or API key. */
  perActor: number
  /** Per address without a credential. */
  perAddress: number
}

export const defaultRateLimit: RateLimit = { perActor: 1_200, perAddress: 300 }

export function createRateLimiter({
  counts,
  limit: { perActor, perAddress },
  addressSubject,
}: {
  counts: Pick<RateCounts, 'count'>
  limit: RateLimit
  addressSubject: AddressSubject
}) {
  const actorPolicy = ratePolicy('default', perActor)
  const addressPolicy = ratePolicy('default', perAddress)

  /** Counts the request, says in the response what is left, and returns a failure if nothing is. */
  return function limitRate(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
    if (!request.routeConfig.isOperation) return undefined
    const { id, address } = request.actor
    const limit = id === null ? perAddress : perActor
    const { requests, secondsLeft } = counts.count(id ?? addressSubject(address), limit)
    const remaining = Math.max(0, limit - requests)
    // The fields of the IETF draft "RateLimit header fields for HTTP".
    const { added } = reply.raw as ServiceResponse
    const policy = id === null ? addressPolicy : actorPolicy
    added.push('ratelimit-policy', policy, 'ratelimit', `"default";r=${remaining};t=${secondsLeft}`)
    return requests <= limit ? undefined : tooMany(secondsLeft)
  }
}

export function ratePolicy(name: string, limit: number): string {
  return `"${name}";q=${limit};w=${windowSeconds}`
}

/** What an address is counted as. */
export type AddressSubject = (address: Actor['address']) => string

/** Parsing an address takes longer than counting the request, so the results are cached. */
export function createAddressSubjects(): AddressSubject {
  const subjects = createBoundedCache<string>(10_000)
  return (address) => {
    const key = address ?? ''
    let subject = subjects.get(key)
    if (subject === undefined) {
      subject = `address:${countedAddress(address)}`
      subjects.set(key, subject)
    }
    return subject
  }
}

export function tooMany(retryAfterSeconds: number): Failure {
  return new Failure(
    'limited',
    'too_many_requests',
    `Too many requests: try again in ${retryAfterSeconds} s.`,
    {
      retry_after: retryAfterSeconds,
    },
  )
}
