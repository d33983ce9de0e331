import type { ProvenTable } from '../../platform/proofs/proven-table.ts'

/** Where coins of an organization are. `exposed_at` is left out: nothing is decided by it. */
export const provenWallets: ProvenTable = {
  kind: 'wallet',
  table: 'wallets',
  name: 'Wallets',
  columns: [
    'id',
    'organization_id',
    'generation',
    'network',
    'address',
    'derivation_path',
    'scheme',
    'contract_version',
  ],
  wayOut:
    'Create the wallets of the organization once more: this derives its address again from the sealed mnemonic.',
}

/** Which generation of the wallets is current: no coins go to those that were replaced. */
export const provenSeeds: ProvenTable = {
  kind: 'wallet_seed',
  table: 'wallet_seeds',
  name: 'Generations of wallets',
  key: ['record'],
  keyType: 'text',
  columns: ['record', 'organization_id', 'generation', 'created_at', 'retired_at', 'retired_reason'],
}

/** The decisions to show a mnemonic or secret keys. */
export const provenSecretDecisions: ProvenTable = {
  kind: 'secret_decision',
  table: 'secret_decisions',
  name: 'Decisions to show secrets',
  columns: ['id', 'organization_id', 'generation', 'what', 'decided'],
}
