import pino from 'pino'
import { networks } from '../contract/networks.ts'
import { service } from '../server/actor.ts'
import { connect } from '../server/db/database.ts'
import { createVault } from '../server/vault/vault.ts'
import { createDerivationPool } from '../server/wallets/derivation-pool.ts'
import { createWalletService } from '../server/wallets/wallet-service.ts'

/** A process that makes wallets for the organizations it is given, a few at a time, for a test to kill. */
const { DATABASE_URL = '', KONTOR_KEY_FILE = '' } = process.env
const db = connect(DATABASE_URL, { max: 4 })
const vault = createVault({
  db,
  config: { keyFile: KONTOR_KEY_FILE, key: undefined },
  log: pino({ level: 'silent' }),
})
await vault.unlock()
const wallets = createWalletService({
  db,
  now: () => new Date(),
  vault,
  derivation: createDerivationPool(),
  networks,
})
process.send?.('ready')
await Promise.all(process.argv.slice(2).map((id) => wallets.create(id, service, null)))
