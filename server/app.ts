import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { administratorRoutes } from './features/administrators/administrator-routes.ts'
import { createAdministratorService } from './features/administrators/administrator-service.ts'
import { createApiKeyService, isApiKey } from './features/administrators/api-key-service.ts'
import { createFirstOwner } from './features/administrators/first-owner.ts'
import { createPasswordHasher } from './features/administrators/passwords/password-hasher.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { createAuditService } from './features/audit/audit-service.ts'
import { createCheckpointWriter } from './features/audit/checkpoints/checkpoint-writer.ts'
import { createAccountService } from './features/authentication/account-service.ts'
import { authRoutes } from './features/authentication/auth-routes.ts'
import { createAuthenticator } from './features/authentication/authenticator.ts'
import { createHousekeepingJob } from './features/authentication/housekeeping.ts'
import { createAccessTokens } from './features/authentication/sessions/access-tokens.ts'
import { createSessionCheck } from './features/authentication/sessions/session-check.ts'
import { createSessionService, revokeSessionsOf } from './features/authentication/sessions/session-service.ts'
import { createProof } from './features/authentication/sign-in/proof.ts'
import { createSignInService } from './features/authentication/sign-in/sign-in-service.ts'
import { createSignInThrottle } from './features/authentication/sign-in/sign-in-throttle.ts'
import { createBankDetailsFollower } from './features/documents/bank-details.ts'
import { createClamd } from './features/documents/checks/clamd.ts'
import { createDocumentLinks } from './features/documents/document-links.ts'
import { documentRoutes } from './features/documents/document-routes.ts'
import { createDocumentService } from './features/documents/document-service.ts'
import { createUploadService } from './features/documents/document-upload.ts'
import { createEventStream } from './features/event-stream/event-stream.ts'
import { eventStreamRoutes } from './features/event-stream/event-stream-routes.ts'
import { createGramCounting } from './features/organizations/gram-counting.ts'
import { organizationRoutes } from './features/organizations/organization-routes.ts'
import { createOrganizationService } from './features/organizations/organization-service.ts'
import { overviewRoutes } from './features/overview/overview-routes.ts'
import { createOverviewService } from './features/overview/overview-service.ts'
import { partyRoutes } from './features/parties/party-routes.ts'
import { createPartyService } from './features/parties/party-service.ts'
import { purchaseRequestRoutes } from './features/purchase-requests/purchase-request-routes.ts'
import { createPurchaseRequestService } from './features/purchase-requests/purchase-request-service.ts'
import { createQuoteExpiry } from './features/purchase-requests/quote-expiry.ts'
import { vaultStatusRoutes } from './features/vault-status/vault-status-routes.ts'
import { createVaultStatusService } from './features/vault-status/vault-status-service.ts'
import { createDerivationPool } from './features/wallets/derivation/derivation-pool.ts'
import { createSecretApprovalService } from './features/wallets/secret-approval-service.ts'
import { createSecretService } from './features/wallets/secret-service.ts'
import { walletRoutes } from './features/wallets/wallet-routes.ts'
import { createWalletService } from './features/wallets/wallet-service.ts'
import { createEventRetentionJob } from './features/webhooks/event-retention.ts'
import { createWebhookDelivery } from './features/webhooks/webhook-delivery.ts'
import { countAttempts } from './features/webhooks/webhook-metrics.ts'
import { webhookRoutes } from './features/webhooks/webhook-routes.ts'
import { createWebhookService } from './features/webhooks/webhook-service.ts'
import { createLateAudit } from './platform/audit/late-audit.ts'
import { createBlobStores } from './platform/blobs/open-storage.ts'
import type { Db } from './platform/db/database.ts'
import type { Notifications } from './platform/db/notifications.ts'
import { isDatabaseAway } from './platform/db/primary/availability.ts'
import { guard } from './platform/http/authenticate.ts'
import { consoleRoutes } from './platform/http/console-routes.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { auditDenials } from './platform/http/denials.ts'
import { noteIgnoredForwarding } from './platform/http/forwarding.ts'
import { createMetrics, measure } from './platform/http/metrics.ts'
import { createRateCounts } from './platform/http/rate-counts.ts'
import { limitRate } from './platform/http/rate-limit.ts'
import { createReadiness, refuseUnlessServing } from './platform/http/readiness.ts'
import { logRequests } from './platform/http/request-log.ts'
import { secureHeaders } from './platform/http/security-headers.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serviceRoutes } from './platform/http/service-routes.ts'
import { measureJobs } from './platform/jobs/job-metrics.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Timers } from './platform/jobs/timers.ts'
import { createVault } from './platform/vault/vault.ts'
import { measureVault } from './platform/vault/vault-metrics.ts'

/** How long a stop waits for requests under way; a client that does not read its response must not hold it longer. */
const drainSeconds = 10

export interface ServiceOptions {
  config: Config
  db: Db
  notifications: Notifications
  log: Logger
  now?: () => Date
  /** What periodic jobs wait with. */
  timers?: Timers | undefined
}

export type Service = Awaited<ReturnType<typeof buildService>>

/** The composition root: the only place where parts are wired. It does not need the database yet. */
export async function buildService({
  config,
  db,
  notifications,
  log,
  now = () => new Date(),
  timers,
}: ServiceOptions) {
  const readiness = createReadiness()
  const metrics = createMetrics()
  const vault = createVault({
    db,
    config: { keyFile: config.keyFile, key: config.vaultKey ?? undefined },
    log,
  })
  measureVault(metrics.registry, vault)
  const derivation = createDerivationPool()
  const tokens = await createAccessTokens({ db, now, issuer: 'kontor' })
  const idleSeconds = config.sessionIdleSeconds
  const check = createSessionCheck({ db, now, notifications, idleSeconds })
  const apiKeys = createApiKeyService({ db, now, notifications })
  const authenticator = createAuthenticator({
    tokens,
    sessions: check,
    keys: { isKey: isApiKey, authenticate: apiKeys.authenticate },
  })
  const passwords = createPasswordHasher()
  const lateAudit = createLateAudit({ db, now, log })
  const throttle = createSignInThrottle({ db, now })
  const proof = createProof({ db, now, passwords, throttle, vault, audit: lateAudit })
  const sessions = createSessionService({ db, now, tokens, check, idleSeconds })
  const firstOwner = createFirstOwner({
    db,
    now,
    passwords,
    log,
    dataDir: config.dataDir,
    email: config.adminEmail,
    password: config.adminPassword,
  })
  const signIn = createSignInService({
    db,
    now,
    proof,
    sessions,
    check,
    onSignIn: firstOwner.signedIn,
  })
  const account = createAccountService({ now, proof, passwords, check, vault })
  const administrators = createAdministratorService({
    db,
    now,
    passwords,
    sessions: { revokeAll: revokeSessionsOf, forget: check.forgetAdministrator },
  })
  const checkpoints = createCheckpointWriter({ db, now, log, vault, files: config.checkpointFiles })
  const audit = createAuditService({ db, now, readCheckpoints: checkpoints.read })
  const parties = createPartyService({ db, now })

  const organizations = createOrganizationService({
    db,
    now,
    parties,
    documents: createBankDetailsFollower({ now }),
  })
  const gramCounting = createGramCounting({ db })
  const wallets = createWalletService({ db, now, vault, derivation, networks: config.networks })
  const approvals = createSecretApprovalService({ db, now })
  const secrets = createSecretService({
    db,
    now,
    log,
    vault,
    derivation,
    approvals: config.revealApproval === 'second-administrator' ? approvals : undefined,
    audit: lateAudit,
  })
  const blobs = createBlobStores({ url: config.documentsUrl, dataDir: config.dataDir })
  const uploads = createUploadService({
    db,
    now,
    organizations,
    vault,
    stores: blobs,
    scanner: config.clamav ? createClamd(config.clamav) : undefined,
    log,
  })
  const documents = createDocumentService({
    db,
    now,
    organizations,
    vault,
    stores: blobs,
    links: createDocumentLinks({ vault, now }),
    findSession: authenticator.findSession,
    fourEyes: config.fourEyes.has('documents'),
    log,
  })

  const eventStream = createEventStream({ notifications })
  const privateTargets = config.webhookPrivateTargets
  const webhookDelivery = createWebhookDelivery({
    db,
    now,
    vault,
    log,
    privateTargets,
    onAttempt: countAttempts(metrics.registry),
  })
  const quoteExpiry = createQuoteExpiry({ db, now })
  const rateCounts = createRateCounts({ db, now })

  const jobs = createJobs({
    log,
    now,
    timers,
    isOutage: isDatabaseAway,
    observe: measureJobs(metrics.registry),
  })
  jobs.every(notifications.job)
  jobs.every(vault.job)
  jobs.every(tokens.job)
  jobs.every(createHousekeepingJob({ db, now }))
  jobs.every(checkpoints.job)
  jobs.every(lateAudit.job)
  jobs.every(rateCounts.job)
  jobs.every(gramCounting.job)
  jobs.every(quoteExpiry.job)
  jobs.every(eventStream.job)
  jobs.every(createEventRetentionJob({ db, now }))
  const webhookJob = jobs.every(webhookDelivery.job)
  notifications.listen('kontor_events', webhookJob.wake, webhookJob.wake)

  const app = createHttpServer({ log, trustedProxies: config.trustedProxies })
  refuseUnlessServing(app, readiness)
  secureHeaders(app, { https: config.publicUrl?.startsWith('https:') ?? false })
  allowOrigins(app, config.corsOrigins)
  noteIgnoredForwarding(app)
  measure(app, metrics)
  logRequests(app)
  guard(app, { authenticator })
  auditDenials(app, lateAudit)
  if (config.rateLimit) limitRate(app, { counts: rateCounts })
  serviceRoutes(app, {
    readiness,
    checkDatabase: () => answers(db),
    vaultState: vault.state,
    metrics,
  })
  authRoutes(app, { signIn, sessions, account, authenticator, tokens, publicUrl: config.publicUrl })
  administratorRoutes(app, { administrators, apiKeys })
  auditRoutes(app, { service: audit })
  partyRoutes(app, parties)
  organizationRoutes(app, organizations)
  walletRoutes(app, { wallets, secrets, approvals })
  vaultStatusRoutes(app, createVaultStatusService({ db, vault }))
  documentRoutes(app, { documents, uploads })
  purchaseRequestRoutes(app, {
    service: createPurchaseRequestService({ db, now, thresholds: config.approvalThresholds }),
  })
  webhookRoutes(app, { service: createWebhookService({ db, now, vault, privateTargets }) })
  eventStreamRoutes(app, { stream: eventStream, authenticator })
  overviewRoutes(app, { service: createOverviewService({ db }) })
  consoleRoutes(app)

  return {
    app,
    vault,
    parties,
    tokens,
    firstOwner,
    lateAudit,
    checkpoints,
    organizations,
    quoteExpiry,
    webhookDelivery: {
      wake: webhookJob.wake,
      /** Resolves when everything that was due has been sent. */
      async idle(): Promise<void> {
        await webhookJob.idle()
        await webhookDelivery.idle()
      },
    },
    /** To be called once the database is reachable and migrated. */
    async start(): Promise<void> {
      await vault.unlock()
      // Other nodes must know the key before this one signs with it.
      await tokens.beat()
      jobs.start()
      readiness.becomes('serving')
    },
    /** Refuses new requests, finishes those under way, then stops everything else. */
    async stop(): Promise<void> {
      readiness.becomes('stopping')
      // A connection whose last request is answered while closing would be kept alive for the next one.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
      const cut = setTimeout(() => {
        log.warn('requests still running were cut off')
        app.server.closeAllConnections()
      }, drainSeconds * 1000)
      await app.close()
      clearInterval(sweep)
      clearTimeout(cut)
      await Promise.all([jobs.stop(), webhookDelivery.stop()])
      await lateAudit.stop()
      await checkpoints.stop()
      await Promise.all([passwords.close(), derivation.close()])
      await vault.stop()
      blobs.close()
    },
  }
}

async function answers(db: Db): Promise<boolean> {
  const limit = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref())
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, limit])
}
