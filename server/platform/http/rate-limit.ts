import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Actor } from '../actor.ts'
import { countedAddress } from '../client-address.ts'
import { Failure } from '../errors.ts'
import type { RateCounts } from './rate-counts.ts'

const windowSeconds = 60
const perActor = 1_200
const perAddress = 300

/** At most so many requests a minute, per administrator or key, and per address without a credential. */
export function limitRate(app: FastifyInstance, { counts }: { counts: Pick<RateCounts, 'count'> }): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/v1/') || request.is404) return done()
    const { subject, limit } = limitOf(request.actor)
    const { requests, secondsLeft } = counts.count(subject, limit)
    tell(reply, limit, Math.max(0, limit - requests), secondsLeft)
    if (requests <= limit) return done()
    done(tooMany(secondsLeft))
  })
}

function limitOf(actor: Actor): { subject: string; limit: number } {
  return actor.id === null
    ? { subject: `address:${countedAddress(actor.address)}`, limit: perAddress }
    : { subject: actor.id, limit: perActor }
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

/** The fields of the IETF draft "RateLimit header fields for HTTP". */
function tell(reply: FastifyReply, limit: number, remaining: number, reset: number): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${windowSeconds}`)
  reply.header('ratelimit', `"default";r=${remaining};t=${reset}`)
}
