import pino from 'pino'
import { createOrganizationRecords } from '../../../server/features/organizations/organization-records.ts'
import { createDerivationPool } from '../../../server/features/wallets/derivation/derivation-pool.ts'
import { createGenerationService } from '../../../server/features/wallets/generation-service.ts'
import { service } from '../../../server/platform/actor.ts'
import { Permit } from '../../../server/platform/authorization/permit.ts'
import { connect } from '../../../server/platform/db/database.ts'
import { createVault } from '../../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../../server/sealed-columns.ts'
import { provingWith } from '../database/proven-rows.ts'

/** A process that replaces the wallets of the organizations it is given, a few at a time, for a test to kill. */
const { DATABASE_URL = '', KONTOR_KEY_FILE = '' } = process.env
const db = connect(DATABASE_URL, { max: 4 })
const vault = createVault({
  db,
  columns: sealedColumns,
  config: { keyFile: KONTOR_KEY_FILE, key: undefined },
  log: pino({ level: 'silent' }),
})
await vault.unlock()
const now = () => new Date()
const generations = createGenerationService({
  db,
  now,
  organizations: createOrganizationRecords({ now }),
  vault,
  ...provingWith(vault),
  derivation: createDerivationPool(),
  // The service itself is above the policy.
  authorization: {
    permit: async (db, actor, { act }) => new Permit(db, act, actor),
    markStale: async () => {},
  },
})
process.send?.('ready')
const reason = 'Утечка'
await Promise.all(process.argv.slice(2).map((id) => generations.replace(id, { reason }, service, null)))
