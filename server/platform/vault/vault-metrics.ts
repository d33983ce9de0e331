import { Gauge, type Registry } from 'prom-client'
import type { Vault } from './vault.ts'

/** What an alarm watches: a vault that stays sealed stops wallets, secrets and documents. */
export function measureVault(registry: Registry, vault: Pick<Vault, 'state'>): void {
  new Gauge({
    name: 'kontor_vault_open',
    help: 'Whether the vault of this node is open (1) or sealed (0)',
    registers: [registry],
    collect() {
      this.set(vault.state() === 'open' ? 1 : 0)
    },
  })
}
