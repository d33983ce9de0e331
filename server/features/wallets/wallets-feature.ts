import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Network } from '../../../contract/money/networks.ts'
import type { DeferredAudit } from '../../platform/audit/deferred-audit.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Proofs } from '../../platform/proofs/proofs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { createDerivationPool } from './derivation/derivation-pool.ts'
import { createGenerationService } from './generation-service.ts'
import { createSecretService } from './secret-service.ts'
import { createSigningPool } from './signing/signing-pool.ts'
import { createWalletDetails } from './wallet-details.ts'
import { walletRoutes } from './wallet-routes.ts'
import { walletRows } from './wallet-rows.ts'
import { walletSearch } from './wallet-search.ts'
import { createWalletService } from './wallet-service.ts'
import { createWalletSigner } from './wallet-signer.ts'
import type { WalletUse } from './wallet-use.ts'

export function createWalletsFeature(
  platform: {
    db: Db
    now: () => Date
    log: Logger
    vault: Vault
    proofs: Proofs
    provenTables: ProvenTables
    audit: DeferredAudit
    threadPools: ThreadPools
  },
  {
    organizations,
    networks,
    authorization,
    uses,
  }: {
    organizations: OrganizationRecords
    networks: readonly Network[]
    authorization: Authorization
    /** What is done with wallets, by those who do it. */
    uses: readonly WalletUse[]
  },
) {
  const derivation = createDerivationPool(platform.threadPools('derivation'))
  const signing = createSigningPool(platform.threadPools('signing'))
  const wallets = createWalletService({ ...platform, organizations, derivation, networks })
  const secrets = createSecretService({ ...platform, organizations, derivation, authorization })
  const generations = createGenerationService({ ...platform, organizations, derivation, authorization })
  const details = createWalletDetails({ ...platform, uses })
  return {
    service: wallets,
    generations,
    /** For transfers. */
    signer: createWalletSigner({ ...platform, signing }),
    searches: [walletSearch],
    lists: [walletRows({ uses })],
    routes: (app: FastifyInstance) => walletRoutes(app, { wallets, generations, secrets, details }),
    stop: () => Promise.all([derivation.close(), signing.close()]),
  }
}
