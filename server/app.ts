import { documentRequirement } from '../contract/organizations/kyb-checklist.ts'
import { replayParts } from './audit-replay.ts'
import { consoleUrl } from './config.ts'
import { createAccess } from './create-access.ts'
import { createClients } from './create-clients.ts'
import { createDeals } from './create-deals.ts'
import { createHttp } from './create-http.ts'
import { createPlatform, type ServiceOptions } from './create-platform.ts'
import { type Feature, queuesOf, registerFollowers } from './feature.ts'
import { createAuditFeature } from './features/audit/audit-feature.ts'
import { measureBackups } from './features/backup/backup-metrics.ts'
import { createBulkFeature } from './features/bulk/bulk-feature.ts'
import { createChangesFeature } from './features/changes/changes-feature.ts'
import { countExpiring } from './features/documents/expiring-documents.ts'
import { createEventStreamFeature } from './features/event-stream/event-stream-feature.ts'
import { createInboxFeature } from './features/inbox/inbox-feature.ts'
import { createListsFeature } from './features/lists/lists-feature.ts'
import { createOverviewFeature } from './features/overview/overview-feature.ts'
import { createReportsFeature } from './features/reports/reports-feature.ts'
import { createSearchFeature } from './features/search/search-feature.ts'
import { createSetupFeature } from './features/setup/setup-feature.ts'
import { createVaultStatusFeature } from './features/vault-status/vault-status-feature.ts'
import { createViewsFeature } from './features/views/views-feature.ts'
import { createWebhooksFeature } from './features/webhooks/webhooks-feature.ts'
import { createWorkFeature } from './features/work/work-feature.ts'
import { createRowRunner } from './platform/http/bulk-rows.ts'
import { createProofRenewal } from './platform/proofs/proof-renewal.ts'
import { createProofStart } from './platform/proofs/proof-start.ts'
import { createStopSteps, type StopStep } from './platform/stop-steps.ts'
import { provenColumns, provenTables } from './proven-tables.ts'
import { stopService } from './stop-service.ts'

export type Service = Awaited<ReturnType<typeof buildService>>

/** The composition root: with `create-*.ts`, the only place where parts are wired. It does not need the database yet. */
export async function buildService(options: ServiceOptions) {
  const { config } = options
  const base = await createPlatform(options)
  const { platform, clock, readiness } = base
  const { jobs, vault, log, notifications } = platform
  const audit = createAuditFeature(platform, {
    checkpointFiles: config.checkpointFiles,
    replayParts,
    verificationMs: options.verificationMs ?? 60_000,
  })
  const access = await createAccess(platform, options)
  const { control, administrators, authentication } = access
  const clients = await createClients(platform, access, options)
  const deals = createDeals(platform, access, clients, { config, releaseGate: audit.releaseGate })
  const { purchaseRequests } = deals
  const webhooks = createWebhooksFeature(platform, {
    privateTargets: config.webhookPrivateTargets,
    authorization: control.authorization,
  })
  const proofStart = createProofStart({ ...platform, tables: provenTables })
  jobs.every(proofStart.job)
  jobs.every(createProofRenewal({ ...platform, tables: provenTables, columns: provenColumns }).job)
  jobs.every(measureBackups(platform.metrics, platform).job)
  const changes = createChangesFeature(platform, {
    authenticator: authentication.authenticator,
    retentionSeconds: config.changesRetentionSeconds,
  })
  const features: Feature[] = [
    audit,
    ...access.features,
    ...clients.features,
    ...deals.features,
    webhooks,
    createEventStreamFeature(platform, { authenticator: authentication.authenticator, ...changes }),
    changes,
    createViewsFeature(platform),
    createBulkFeature({
      assign: purchaseRequests.assign,
      changeStatus: purchaseRequests.changeStatus,
      reviewById: clients.documents.reviewById,
      matchCertain: deals.statements.matchCertain,
      runRows: createRowRunner({
        log: platform.log,
        refuseUnlessFresh: control.refuseUnlessFresh,
        audit: platform.audit,
        isStopping: () => readiness.phase() === 'stopping',
      }),
    }),
    createOverviewFeature(platform),
    createReportsFeature(platform),
    createVaultStatusFeature(platform),
    createSetupFeature(platform),
  ]
  registerFollowers(features, deals.followers)

  // What shows something of all features.
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
  const http = createHttp(base, {
    config,
    access,
    releaseGate: audit.releaseGate,
    screeningState: clients.screening.state,
    features: [...features, lists, search, work, inbox],
  })

  return {
    app: http.app,
    metricsServer: http.metricsServer,
    vault,
    deferredAudit: platform.audit,
    parties: clients.parties.service,
    tokens: authentication.tokens,
    proofs: platform.proofs,
    provenTables: platform.provenTables,
    register: platform.register,
    authorization: control.authorization,
    firstOwner: administrators.firstOwner,
    administrators: administrators.service,
    checkpoints: audit.checkpoints,
    auditVerification: audit.verification,
    signingSwitch: clients.signing.signingSwitch,
    books: deals.books.books,
    organizations: clients.records,
    indexes: platform.indexes,
    organizationList: clients.organizations.list,
    purchaseRequestList: purchaseRequests.list,
    responseRenewal: deals.responseRenewal,
    quoteExpiry: purchaseRequests.quoteExpiry,
    transferExpiry: deals.transfers.draftExpiry,
    endedApprovals: control.endedApprovals,
    transferEffects: deals.transfers.effects,
    paperRenderingIdle: deals.papers.renderingIdle,
    orderExecutionsIdle: deals.paymentFiles.executionsIdle,
    webhookDelivery: webhooks.delivery,
    inbox: inbox.background,
    partySweep: clients.partyScreening.sweep,
    work: work.work,
    /** To be called once the database is reachable and migrated. */
    async start(): Promise<void> {
      await clock.measure()
      await platform.indexes.look()
      await vault.unlock()
      // What this node remembers counts already when rows of before are proven.
      await platform.register.start()
      await proofStart.start()
      await administrators.controlStart.start()
      await authentication.start()
      await clients.screening.start()
      // Otherwise a node that has just started would not be ready for a moment.
      await notifications.attempted()
      jobs.start()
      readiness.set('serving')
    },
    async stop(step: StopStep = createStopSteps({ log })): Promise<void> {
      readiness.set('stopping')
      await stopService(step, {
        closeServer: http.close,
        background: () => Promise.all([jobs.stop(), webhooks.stop(), inbox.stop()]),
        audit: () => Promise.all([audit.stop(), platform.register.stop()]),
        workers: () =>
          Promise.all([
            administrators.stop(),
            clients.parties.stop(),
            clients.wallets.stop(),
            clients.documents.stop(),
            clients.partyScreening.stop(),
            deals.papers.stop(),
            deals.statements.stop(),
            lists.stop(),
          ]),
        vault: () => vault.stop(),
        metrics: () => http.metricsServer.close(),
      })
    },
  }
}
