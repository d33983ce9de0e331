import type { Config } from './config.ts'
import type { Access } from './create-access.ts'
import type { createPlatform } from './create-platform.ts'
import type { Feature } from './feature.ts'
import type { ReleaseGate } from './platform/audit/release-gate.ts'
import { isReachable } from './platform/db/database-metrics.ts'
import { consoleRoutes } from './platform/http/console-routes.ts'
import { addHooks } from './platform/http/hooks.ts'
import { createMetricsServer } from './platform/http/monitoring/metrics-server.ts'
import { decorateWithIdempotencyKeys } from './platform/http/requests/idempotency-key.ts'
import { decorateWithReleases } from './platform/http/routes/release.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serviceRoutes } from './platform/http/service-routes.ts'
import { createIdempotencyKeys } from './platform/idempotency/idempotency-key.ts'
import { drainMs } from './stop-service.ts'

/** The HTTP server with what is done for every request, and the routes of all features. */
export function createHttp(
  { platform, readiness, metrics, rateCounts }: Awaited<ReturnType<typeof createPlatform>>,
  {
    config,
    access,
    releaseGate,
    screeningState,
    features,
  }: {
    config: Config
    access: Access
    releaseGate: ReleaseGate
    screeningState: Parameters<typeof serviceRoutes>[1]['screeningState']
    features: readonly Feature[]
  },
) {
  const { db, now, log, vault, notifications } = platform
  const app = createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl?.startsWith('https:') ?? false,
  })
  decorateWithIdempotencyKeys(app, createIdempotencyKeys({ vault, now }))
  decorateWithReleases(app, releaseGate)
  addHooks(app, {
    log,
    readiness,
    corsOrigins: config.corsOrigins,
    hasTrustedProxies: config.trustedProxies.length > 0,
    authenticator: access.authentication.authenticator,
    refuseUnlessFresh: access.control.refuseUnlessFresh,
    rateLimit: config.rateLimit,
    rateCounts,
    audit: platform.audit,
    metrics,
  })
  serviceRoutes(app, {
    readiness,
    checkDatabase: () => isReachable(db),
    notificationState: notifications.state,
    vaultState: vault.state,
    screeningState,
    metrics,
    hasMetricsPort: config.metricsPort !== null,
  })
  for (const feature of features) feature.routes(app)
  consoleRoutes(app)

  async function close(): Promise<void> {
    // A connection that becomes idle while the server closes would otherwise be kept alive.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
    const cut = setTimeout(() => {
      log.warn('requests that were still running have been aborted')
      app.server.closeAllConnections()
    }, drainMs)
    await app.close()
    clearInterval(sweep)
    clearTimeout(cut)
  }

  return { app, close, metricsServer: createMetricsServer({ metrics, log }) }
}
