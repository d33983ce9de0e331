import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Register } from '../../platform/register/register.ts'
import type { OwnOrganizations } from '../organizations/own-organizations.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import { createBatchDecisions } from './batch/batch-decisions.ts'
import { batchRoutes } from './batch-routes.ts'
import { batchRows } from './batch-rows.ts'
import { createBatchService } from './batch-service.ts'
import { createBroadcastService } from './broadcast-service.ts'
import { createDraftExpiry } from './draft-expiry.ts'
import type { EffectCheck } from './effect-check.ts'
import { createExportService } from './export-service.ts'
import { createSigningService } from './signing/signing-service.ts'
import type { TransferParts } from './signing/transfer-parts.ts'
import { createStockService } from './stock/stock-service.ts'
import { createTopUpService } from './top-up-service.ts'
import { createSignedBefore } from './transfer/signed-before.ts'
import { createTransferProofs } from './transfer/transfer-proofs.ts'
import { measureUnsigned } from './transfer-metrics.ts'
import { transferRoutes } from './transfer-routes.ts'
import { transferRows } from './transfer-rows.ts'
import { transferSearch } from './transfer-search.ts'
import { createTransferService } from './transfer-service.ts'

/** Coins that leave the wallets of organizations: prepared, approved, signed, sent, and confirmed by their effect. */
export function createTransfersFeature(
  platform: Pick<TransferParts, 'db' | 'now' | 'log'> & {
    proofs: Proofs
    provenTables: ProvenTables
    register: Register
    jobs: Jobs
    metrics: Registry
  },
  {
    effects,
    ownOrganizations,
    ownWallets,
    ...options
  }: Omit<
    TransferParts,
    'db' | 'now' | 'log' | 'proofs' | 'signedBefore' | 'batches' | 'ownOrganizations'
  > & {
    effects: EffectCheck
    ownOrganizations: OwnOrganizations
    ownWallets: Pick<WalletService, 'listCurrent'>
  },
) {
  const parts: TransferParts = {
    ...platform,
    ...options,
    ownOrganizations,
    proofs: createTransferProofs(platform.proofs),
    signedBefore: createSignedBefore(platform),
    batches: createBatchDecisions(platform),
  }
  const transfers = createTransferService({ ...parts, effects })
  const signing = createSigningService(parts)
  const { provenTables } = platform
  const services = {
    transfers,
    signing,
    batches: createBatchService({ ...parts, signer: signing, provenTables }),
    exports: createExportService(parts),
    stock: createStockService({ ...parts, ownOrganizations, ownWallets }),
    topUps: createTopUpService({ ...parts, transfers }),
    broadcasts: createBroadcastService({ ...parts, shown: transfers.shown }),
  }
  const draftExpiry = createDraftExpiry(parts)
  platform.jobs.every(draftExpiry)
  platform.jobs.every(effects)
  platform.jobs.every(measureUnsigned(platform.metrics, parts).job)
  return {
    draftExpiry,
    effects,
    lists: [transferRows(parts), batchRows(parts)],
    searches: [transferSearch],
    routes: (app: FastifyInstance) => {
      transferRoutes(app, services)
      batchRoutes(app, services.batches)
    },
  }
}
