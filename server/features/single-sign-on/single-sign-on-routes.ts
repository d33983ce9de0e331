import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as operations from '../../../contract/operations/administrators/single-sign-on.ts'
import type { Actor } from '../../platform/actor.ts'
import { Failure } from '../../platform/errors.ts'
import { route } from '../../platform/http/routes/route.ts'
import { isPlainLoopback } from '../authentication/plain-loopback.ts'
import { readRefreshCookie, refreshCookies } from '../authentication/sessions/refresh-cookie.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'
import type { BackchannelLogout } from './backchannel-logout.ts'
import { notConfigured, sessionEnded } from './failures.ts'
import { clearedFlowCookie, flowCookie, readFlowSecrets } from './flow-secrets.ts'
import { withForms } from './form-body.ts'
import type { SingleSignOnService } from './single-sign-on-service.ts'

export type SingleSignOnParts = {
  service: SingleSignOnService
  logout: BackchannelLogout
  sessions: Pick<SessionService, 'findByCookie'>
  publicUrl: string
}

/** Pages of the console. Browsers are never sent to an address that a request names. */
const pages = { done: '/#/single-sign-on', signIn: '/#/login' }

/** Without a provider (`parts` is null) the paths exist and say so. */
export function singleSignOnRoutes(app: FastifyInstance, parts: SingleSignOnParts | null): void {
  route(app, operations.readSignInMethods, async () => ({ password: true, oidc: parts !== null }))

  route(app, operations.startOidc, async (request, reply) => {
    const reauthenticates = request.query.reauthenticate === 'true'
    return orPage(request, reply, reauthenticates ? pages.done : pages.signIn, async () => {
      if (!parts) throw notConfigured()
      refuseOtherSites(request)
      const sessionId = reauthenticates ? await sessionOf(request, parts) : null
      const { url, secrets } = await parts.service.start(sessionId)
      return reply.header('set-cookie', flowCookie(secrets)).header('location', url).send()
    })
  })

  route(app, operations.finishOidc, async (request, reply) =>
    orPage(request, reply, pages.signIn, async () => {
      if (!parts) throw notConfigured()
      const secrets = readFlowSecrets(request.query.state, request.headers.cookie)
      const flow = await parts.service.take(secrets)
      const { state } = secrets as { state: string }
      const failed = flow.session_id === null ? pages.signIn : pages.done
      return orPage(request, reply.header('set-cookie', clearedFlowCookie(state)), failed, async () => {
        // As it was sent: a parameter that comes twice must be seen.
        const query = new URL(request.url, 'http://localhost').searchParams
        const client = { actor: request.actor, userAgent: request.headers['user-agent'] ?? null }
        const outcome = await parts.service.finish(
          flow,
          secrets as NonNullable<typeof secrets>,
          query,
          client,
        )
        if (outcome.kind === 'signed_in') {
          const isLoopback = isPlainLoopback(request, parts.publicUrl)
          reply.header('set-cookie', refreshCookies(isLoopback, outcome.refreshToken, outcome.cookieSeconds))
        }
        return reply.header('location', pages.done).send()
      })
    }),
  )

  withForms(app, (app) =>
    route(app, operations.backchannelLogout, async (request, reply) => {
      if (!parts) throw notConfigured()
      reply.header('cache-control', 'no-store')
      await parts.logout(request.body.logout_token, request.actor)
      return { status: 'ok' }
    }),
  )
}

/** Somebody who looks at a page is shown one when it fails; a program gets the failure itself. */
async function orPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  try {
    return await work()
  } catch (error) {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (!isPage || !(error instanceof Failure)) {
      reply.removeHeader('set-cookie')
      throw error
    }
    return reply.header('location', `${page}?error=${error.code}`).send()
  }
}

/** Another site could otherwise replace the session of a browser by one at the provider. */
function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return
  throw new Failure('forbidden', 'cross_site', 'A sign-in is started only from our own pages.')
}

/** The session of the browser, which sends its cookie when it comes from our own pages. */
async function sessionOf(
  request: FastifyRequest,
  { sessions, publicUrl }: SingleSignOnParts,
): Promise<string> {
  const token = readRefreshCookie(request.headers.cookie, isPlainLoopback(request, publicUrl))
  const found: { sessionId: string; actor: Actor } | undefined =
    token === undefined ? undefined : await sessions.findByCookie(token)
  if (!found) throw sessionEnded()
  return found.sessionId
}
