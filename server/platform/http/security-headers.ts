import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Nothing an API answers is ever meant to be run or framed. Pages say what they need themselves. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function secureHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecureHeaders(request, reply)
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store')
    done()
  })
}

/** Also for answers to addresses so broken that no hook runs for them. */
export function setSecureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': apiPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-request-id': request.id,
  })
}
