import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Actor } from '../actor.ts'
import { Failure } from '../errors.ts'

const windowSeconds = 60
const perActor = 1_200
const perAddress = 300

/**
 * At most so many requests a minute, per administrator or key, and per address without a credential. Counted in fixed
 * windows: one map, forgotten as a whole when its minute is over, so memory follows the callers of one minute.
 */
export function limitRate(app: FastifyInstance, { now }: { now: () => Date }): void {
  let window = 0
  let counts = new Map<string, number>()

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/v1/') || request.is404) return done()
    const seconds = now().getTime() / 1000
    const current = Math.floor(seconds / windowSeconds)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const { key, limit } = subject(request.actor)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const wait = Math.ceil((window + 1) * windowSeconds - seconds)
    tell(reply, limit, Math.max(0, limit - count), wait)
    if (count <= limit) return done()
    done(tooMany(wait))
  })
}

function subject(actor: Actor): { key: string; limit: number } {
  return actor.id === null
    ? { key: `address:${actor.address}`, limit: perAddress }
    : { key: actor.id, limit: perActor }
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
