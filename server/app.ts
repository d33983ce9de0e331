import type { Logger } from 'pino'
import { documentRequirement } from '../contract/kyb-checklist.ts'
import { type Config, consoleUrl } from './config.ts'
import { type Feature, queuesOf } from './feature.ts'
import { createAddressBookFeature } from './features/address-book/address-book-feature.ts'
import { bookDestinations } from './features/address-book/book-destinations.ts'
import { createAdministratorsFeature } from './features/administrators/administrators-feature.ts'
import type { PasswordSettings } from './features/administrators/passwords/password-hasher.ts'
import { listPeople, makerOf, peopleColumn } from './features/administrators/people.ts'
import { createAuditFeature } from './features/audit/audit-feature.ts'
import { administratorSessions } from './features/authentication/administrator-sessions.ts'
import { createAuthenticationFeature } from './features/authentication/authentication-feature.ts'
import { createPasskeyProofs } from './features/authentication/passkeys/passkey-proofs.ts'
import { relyingParty } from './features/authentication/passkeys/relying-party.ts'
import { createSessionCheck } from './features/authentication/sessions/session-check.ts'
import { createBooksFeature } from './features/books/books-feature.ts'
import { createBulkFeature } from './features/bulk/bulk-feature.ts'
import { createChainNodesFeature } from './features/chain-nodes/chain-nodes-feature.ts'
import { createChangesFeature } from './features/changes/changes-feature.ts'
import { createCommentsFeature } from './features/comments/comments-feature.ts'
import { createControlFeature } from './features/control/control-feature.ts'
import { floorRules } from './features/control/policy/floor.ts'
import { readPolicyFile } from './features/control/policy/policy-file.ts'
import { createBankDetailsFollower } from './features/documents/bank-details.ts'
import { createDocumentsFeature } from './features/documents/documents-feature.ts'
import { createExpiryFollower } from './features/documents/expired-documents.ts'
import { countExpiring } from './features/documents/expiring-documents.ts'
import { createEventStreamFeature } from './features/event-stream/event-stream-feature.ts'
import { createInboxFeature } from './features/inbox/inbox-feature.ts'
import { createLinkMails } from './features/inbox/mail/link-mails.ts'
import { createListsFeature } from './features/lists/lists-feature.ts'
import { createOrganizationPeopleFeature } from './features/organization-people/organization-people-feature.ts'
import { peopleNames } from './features/organization-people/people-names.ts'
import { createCommentedOrganization } from './features/organizations/commented-organization.ts'
import { createKybSuspension } from './features/organizations/kyb-suspension.ts'
import { createOrganizationRecords } from './features/organizations/organization-records.ts'
import { createOrganizationWriter } from './features/organizations/organization-writer.ts'
import { createOrganizationsFeature } from './features/organizations/organizations-feature.ts'
import { createOverviewFeature } from './features/overview/overview-feature.ts'
import { accountsOfStrangers } from './features/papers/own-accounts.ts'
import { createPapersFeature } from './features/papers/papers-feature.ts'
import { createSellers } from './features/papers/sellers.ts'
import { createPartiesFeature } from './features/parties/parties-feature.ts'
import { findEndedApprovals } from './features/purchase-requests/ended-approvals.ts'
import { createPurchaseRequestsFeature } from './features/purchase-requests/purchase-requests-feature.ts'
import { requestDestinations } from './features/purchase-requests/request-destinations.ts'
import { createReportsFeature } from './features/reports/reports-feature.ts'
import { readPartyProgress } from './features/screening/party-progress.ts'
import { createPartyScreeningFeature } from './features/screening/party-screening-feature.ts'
import { createScreeningFeature } from './features/screening/screening-feature.ts'
import { createSearchFeature } from './features/search/search-feature.ts'
import { createSigningFeature } from './features/signing/signing-feature.ts'
import { createSingleSignOnFeature } from './features/single-sign-on/single-sign-on-feature.ts'
import { createStatementsFeature } from './features/statements/statements-feature.ts'
import { createDeliveredEffects } from './features/transfers/delivered-effects.ts'
import { createEffectCheck } from './features/transfers/effect-check.ts'
import { createTransfersFeature } from './features/transfers/transfers-feature.ts'
import { createVaultStatusFeature } from './features/vault-status/vault-status-feature.ts'
import { createViewsFeature } from './features/views/views-feature.ts'
import { createWalletsFeature } from './features/wallets/wallets-feature.ts'
import { createWebhooksFeature } from './features/webhooks/webhooks-feature.ts'
import { createWorkFeature } from './features/work/work-feature.ts'
import { createDeferredAudit } from './platform/audit/deferred-audit.ts'
import { createAuditProofs } from './platform/audit-proofs/audit-proofs.ts'
import { createAuditValues } from './platform/audit-values/audit-values.ts'
import { daysIn } from './platform/days.ts'
import type { PooledDb } from './platform/db/database.ts'
import { createDatabaseClock, measureClock } from './platform/db/database-clock.ts'
import {
  isReachable,
  measureDatabase,
  measureEmbedded,
  measureNotifications,
} from './platform/db/database-metrics.ts'
import type { Notifications } from './platform/db/notifications.ts'
import { isDatabaseUnavailable } from './platform/db/primary/availability.ts'
import { createDurableFiles } from './platform/files/durable-files.ts'
import type { FileSystem } from './platform/files/file-system.ts'
import { measureBuild } from './platform/host/build-info.ts'
import { measureDiskSpace } from './platform/host/disk-space.ts'
import { createRowRunner } from './platform/http/bulk-rows.ts'
import { consoleRoutes } from './platform/http/console-routes.ts'
import { addHooks } from './platform/http/hooks.ts'
import { decorateWithIdempotencyKeys } from './platform/http/idempotency-key.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { createMetricsServer } from './platform/http/metrics-server.ts'
import { createRateCounts } from './platform/http/rate-counts.ts'
import { createReadiness } from './platform/http/readiness.ts'
import { createHttpServer } from './platform/http/server.ts'
import { serviceRoutes } from './platform/http/service-routes.ts'
import { createIdempotencyKeys } from './platform/idempotency/idempotency-key.ts'
import { createKeyExpiryJob } from './platform/idempotency/key-expiry.ts'
import { measureJobs } from './platform/jobs/job-metrics.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Timers } from './platform/jobs/timers.ts'
import { createStopSteps, type StopStep } from './platform/stop-steps.ts'
import { createResponseRenewal } from './platform/stored-responses/response-renewal.ts'
import { createVault } from './platform/vault/vault.ts'
import { measureVault } from './platform/vault/vault-metrics.ts'
import type { Threads } from './platform/workers/threads.ts'
import { measureWorkers } from './platform/workers/worker-metrics.ts'
import { drainMs, stopService } from './stop-service.ts'

export interface ServiceOptions {
  config: Config
  db: PooledDb
  notifications: Notifications
  log: Logger
  /** How often the embedded PostgreSQL was restarted; undefined without one. */
  embeddedRestarts?: (() => number) | undefined
  /** The time, for tests. Unless given, it is the time of the database. */
  now?: (() => Date) | undefined
  /** The clock of this machine, in milliseconds. */
  systemTime?: (() => number) | undefined
  /** What periodic jobs wait with. */
  timers?: Timers | undefined
  /** Time for the inspection of an uploaded file, in milliseconds. */
  inspectionMs?: number | undefined
  /** Where files are written; tests give one that fails. */
  fileSystem?: FileSystem | undefined
  /** Where worker threads come from; tests keep theirs from one service to the next. */
  threads?: Threads | undefined
  /** What a hash of a password costs; tests have cheaper ones. */
  passwordSettings?: PasswordSettings | undefined
}

export type Service = Awaited<ReturnType<typeof buildService>>

/** The composition root: the only place where parts are wired. It does not need the database yet. */
export async function buildService({
  config,
  db,
  notifications,
  log,
  embeddedRestarts,
  now: givenNow,
  systemTime,
  timers,
  inspectionMs,
  fileSystem,
  threads,
  passwordSettings,
}: ServiceOptions) {
  const files = createDurableFiles(fileSystem)
  const clock = createDatabaseClock({ db, log, systemTime })
  const now = givenNow ?? clock.now
  const readiness = createReadiness()
  const metrics = createMetrics()
  const jobs = createJobs({
    log,
    now,
    timers,
    isOutage: isDatabaseUnavailable,
    observe: measureJobs(metrics.registry),
  })
  const vault = createVault({
    db,
    config: { keyFile: config.keyFile, key: config.vaultKey ?? undefined, token: config.token },
    log,
    files,
  })
  const deferredAudit = createDeferredAudit({ db, now, log })
  const rateCounts = createRateCounts({ db, now })
  measureBuild(metrics.registry)
  measureVault(metrics.registry, vault)
  measureClock(metrics.registry, clock)
  measureEmbedded(metrics.registry, embeddedRestarts)
  measureNotifications(metrics.registry, notifications)
  const measured = [measureDatabase(metrics.registry, db), measureDiskSpace(metrics.registry, config.dataDir)]
  for (const { job } of [clock, notifications, vault, deferredAudit, rateCounts, ...measured]) jobs.every(job)
  jobs.every(createKeyExpiryJob({ db, now }))

  const observeWorkers = measureWorkers(metrics.registry)
  const platform = {
    db,
    now,
    log,
    notifications,
    vault,
    audit: deferredAudit,
    auditValues: createAuditValues({ vault }),
    auditProofs: createAuditProofs({ vault }),
    jobs,
    metrics: metrics.registry,
    files,
    days: daysIn(config.timeZone),
    threadPools: (pool: string) => ({ observer: observeWorkers(pool), source: threads }),
  }
  const sessionRules = {
    idleSeconds: config.sessionIdleSeconds,
    secondFactorRoles: config.secondFactorRoles,
  }
  const sessionCheck = createSessionCheck({ ...platform, rules: sessionRules })
  const passkeyProofs = createPasskeyProofs({ ...platform, party: relyingParty(config.publicUrl) })
  const audit = createAuditFeature(platform, { checkpointFiles: config.checkpointFiles })
  const control = createControlFeature(platform, {
    people: { listPeople, column: peopleColumn, makerOf },
    floor: floorRules(config.policyFile ? readPolicyFile(config.policyFile) : [], config),
    verifyAssertion: async (db, given) => ({
      assertion: (await passkeyProofs.verifyAssertion(db, given)).stored,
      relyingParty: passkeyProofs.party,
    }),
    findEnded: findEndedApprovals,
  })
  const { authorization } = control
  const administrators = createAdministratorsFeature(platform, {
    authorization,
    sessions: administratorSessions(sessionCheck),
    linkMails: createLinkMails({ ...platform, isEnabled: config.mail !== null }),
    consoleUrl: consoleUrl(config),
    passwordSettings,
    firstOwner: { dataDir: config.dataDir, email: config.adminEmail, password: config.adminPassword },
  })
  const authentication = await createAuthenticationFeature(platform, {
    administrators,
    sessionCheck,
    sessionRules,
    passkeyProofs,
    publicUrl: config.publicUrl,
  })
  const singleSignOn = createSingleSignOnFeature(platform, {
    settings: config.oidc,
    publicUrl: config.publicUrl,
    accounts: administrators.provided,
    sessions: authentication.sessions,
  })
  const parties = createPartiesFeature(platform)
  const records = createOrganizationRecords(platform)
  const writer = createOrganizationWriter({ ...platform, records, parties: parties.service })
  const screening = createScreeningFeature(platform, {
    maxAgeSeconds: config.screeningMaxAgeSeconds,
    dataDir: config.dataDir,
    readPartyProgress,
    authorization,
  })
  const partyScreening = createPartyScreeningFeature(platform, {
    index: screening.index,
    maxAgeSeconds: config.screeningMaxAgeSeconds,
    organizations: records,
    suspension: createKybSuspension({ ...platform, records }),
    peopleNames,
    authorization,
    destinations: requestDestinations,
    bookEntries: bookDestinations,
  })
  const people = createOrganizationPeopleFeature(platform, {
    organizations: records,
    requisites: writer,
    followers: partyScreening.people,
  })
  const organizations = createOrganizationsFeature(platform, {
    records,
    writer,
    parties: parties.service,
    documents: {
      ...createBankDetailsFollower({ now, organizations: records }),
      ...createExpiryFollower({ now }),
    },
    people: people.ofOrganizations,
    screening: partyScreening.screening,
    kybRequires: config.kybRequires,
    authorization,
  })
  const wallets = createWalletsFeature(platform, {
    organizations: records,
    networks: config.networks,
    authorization,
  })
  const chainNodes = await createChainNodesFeature(platform, {
    urls: config.nodeUrls,
    wallets: wallets.generations,
  })
  const addressBook = createAddressBookFeature(platform, {
    organizations: records,
    wallets: wallets.service,
    screening: partyScreening.screening,
    authorization,
    installation: consoleUrl(config),
  })
  const signing = createSigningFeature(platform, {
    authorization,
    isEnabled: config.transfersEnabled,
    nodes: chainNodes.networks,
  })
  const documents = createDocumentsFeature(platform, {
    organizations: records,
    holders: {
      findSession: authentication.authenticator.findSession,
      holdApiKey: administrators.apiKeys.holdActor,
    },
    url: config.documentsUrl,
    dataDir: config.dataDir,
    clamav: config.clamav,
    authorization,
    inspectionMs,
  })
  const books = createBooksFeature(platform, { sellers: createSellers() })
  const effects = createEffectCheck({ ...platform, nodes: chainNodes.nodes })
  const purchaseRequests = createPurchaseRequestsFeature(platform, {
    organizations: records,
    wallets: wallets.service,
    administrators: administrators.service,
    authorization,
    books: books.books,
    screening: partyScreening.screening,
    destinations: addressBook.destinations,
    documents: documentRequirement(config.kybRequires),
    effects: createDeliveredEffects({ db, nodes: chainNodes.nodes, check: effects.check }),
    ownAccounts: { strangersOf: accountsOfStrangers },
  })
  const transfers = createTransfersFeature(platform, {
    isEnabled: config.transfersEnabled,
    organizations: records,
    wallets: wallets.signer,
    destinations: addressBook.destinations,
    requests: purchaseRequests.records,
    signing: signing.signingSwitch,
    nodes: chainNodes.nodes,
    effects,
    authorization,
    approvalsOf: control.approvalsOf,
  })
  const statements = createStatementsFeature(platform, {
    dataDir: config.dataDir,
    organizations: records,
    payments: purchaseRequests.payments,
    books: books.books,
    authorization,
  })
  const papers = createPapersFeature(platform, {
    books: books.books,
    organizations: records,
    requests: purchaseRequests.records,
    stores: documents.stores,
  })
  const comments = createCommentsFeature(platform, {
    subjects: {
      request: purchaseRequests.commented,
      organization: createCommentedOrganization(records),
      document: documents.commented,
    },
    stores: documents.stores,
    intake: documents.intake,
    organizations: records,
  })
  const responseRenewal = createResponseRenewal({
    db,
    now,
    lists: [organizations.list.stored, purchaseRequests.list.stored],
  })
  jobs.every(responseRenewal.job)
  const webhooks = createWebhooksFeature(platform, {
    privateTargets: config.webhookPrivateTargets,
    authorization,
  })
  const features: Feature[] = [
    audit,
    administrators,
    authentication,
    singleSignOn,
    parties,
    organizations,
    people,
    wallets,
    chainNodes,
    addressBook,
    signing,
    documents,
    books,
    purchaseRequests,
    transfers,
    statements,
    papers,
    comments,
    screening,
    partyScreening,
    control,
    webhooks,
    createEventStreamFeature(platform, authentication),
    createChangesFeature(platform, {
      authenticator: authentication.authenticator,
      retentionSeconds: config.changesRetentionSeconds,
    }),
    createViewsFeature(platform),
    createBulkFeature({
      assign: purchaseRequests.assign,
      changeStatus: purchaseRequests.changeStatus,
      reviewById: documents.reviewById,
      runRows: createRowRunner({
        refuseUnlessFresh: control.refuseUnlessFresh,
        audit: deferredAudit,
        isStopping: () => readiness.phase() === 'stopping',
      }),
    }),
    createOverviewFeature(platform),
    createReportsFeature(platform),
    createVaultStatusFeature(platform),
  ]

  for (const { follows } of features) if (follows?.requests) purchaseRequests.followers.add(follows.requests)

  const work = createWorkFeature(platform, {
    queues: queuesOf(features),
    due: config.due,
    optional: new Set(documentRequirement(config.kybRequires) === 'documents' ? [] : ['documents' as const]),
  })
  const inbox = createInboxFeature(platform, {
    mail: config.mail,
    publicUrl: consoleUrl(config),
    work: work.work,
    votersOf: control.votersOf,
    countExpiring,
    expiringSeconds: config.due['expiring-documents'],
  })
  const lists = createListsFeature(
    platform,
    features.flatMap(({ lists }) => lists ?? []),
  )
  const search = createSearchFeature(
    platform,
    features.flatMap(({ searches }) => searches ?? []),
  )

  const app = createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl?.startsWith('https:') ?? false,
  })
  decorateWithIdempotencyKeys(app, createIdempotencyKeys({ vault, now }))
  addHooks(app, {
    log,
    readiness,
    corsOrigins: config.corsOrigins,
    hasTrustedProxies: config.trustedProxies.length > 0,
    authenticator: authentication.authenticator,
    refuseUnlessFresh: control.refuseUnlessFresh,
    rateLimit: config.rateLimit,
    rateCounts,
    audit: deferredAudit,
    metrics,
  })
  serviceRoutes(app, {
    readiness,
    checkDatabase: () => isReachable(db),
    notificationState: notifications.state,
    vaultState: vault.state,
    screeningState: screening.state,
    metrics,
    hasMetricsPort: config.metricsPort !== null,
  })
  const metricsServer = createMetricsServer({ metrics, log })
  for (const feature of [...features, lists, search, work, inbox]) feature.routes(app)
  consoleRoutes(app)

  async function closeServer(): Promise<void> {
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

  return {
    app,
    metricsServer,
    vault,
    deferredAudit,
    parties: parties.service,
    tokens: authentication.tokens,
    authorization,
    firstOwner: administrators.firstOwner,
    administrators: administrators.service,
    checkpoints: audit.checkpoints,
    signingSwitch: signing.signingSwitch,
    books: books.books,
    organizations: records,
    organizationList: organizations.list,
    purchaseRequestList: purchaseRequests.list,
    responseRenewal,
    quoteExpiry: purchaseRequests.quoteExpiry,
    transferExpiry: transfers.draftExpiry,
    endedApprovals: control.endedApprovals,
    transferEffects: transfers.effects,
    paperRenderingIdle: papers.renderingIdle,
    missingFacts: purchaseRequests.missingFacts,
    webhookDelivery: webhooks.delivery,
    inbox: inbox.background,
    partySweep: partyScreening.sweep,
    work: work.work,
    /** To be called once the database is reachable and migrated. */
    async start(): Promise<void> {
      await clock.measure()
      await vault.unlock()
      await administrators.controlStart.start()
      await authentication.start()
      await screening.start()
      // Otherwise a node that has just started would not be ready for a moment.
      await notifications.attempted()
      jobs.start()
      readiness.set('serving')
    },
    async stop(step: StopStep = createStopSteps({ log })): Promise<void> {
      readiness.set('stopping')
      await stopService(step, {
        closeServer,
        background: () => Promise.all([jobs.stop(), webhooks.stop(), inbox.stop()]),
        audit: () => audit.stop(),
        workers: () =>
          Promise.all([
            administrators.stop(),
            wallets.stop(),
            papers.stop(),
            documents.stop(),
            statements.stop(),
            partyScreening.stop(),
            lists.stop(),
          ]),
        vault: () => vault.stop(),
        metrics: () => metricsServer.close(),
      })
    },
  }
}
