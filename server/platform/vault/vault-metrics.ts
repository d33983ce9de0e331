import { Gauge, type Registry } from 'prom-client'
import type { Vault } from './vault.ts'

/** For alerts: while the vault is sealed, wallets, secrets and documents do not work. */
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

/** For following an upgrade: at 0, and an hour later, no key is left that opens secrets of more than one purpose. */
export function measureSingleKeys(registry: Registry, { recordsLeft }: { recordsLeft: () => number }): void {
  new Gauge({
    name: 'kontor_vault_single_key_records',
    help: 'Records that are still sealed with the one key that organizations had up to 1.1.0',
    registers: [registry],
    collect() {
      this.set(recordsLeft())
    },
  })
}
