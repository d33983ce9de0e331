import type { Logger } from 'pino'
import type { Config } from '../server/config.ts'
import type { Db } from '../server/platform/db/database.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { VaultRefusal } from '../server/platform/vault/keeper.ts'
import { sealedSentences } from '../server/platform/vault/sealed-reasons.ts'
import { type Unlocked, unlockWithKeysAtHand, type VaultConfig } from '../server/platform/vault/unlock.ts'
import { createVault, type Vault } from '../server/platform/vault/vault.ts'
import { findRoot } from '../server/platform/vault/vault-store.ts'

type Tools = { db: Db; config: Config; log: Logger }

export function vaultConfig({ keyFile, vaultKey }: Config): VaultConfig {
  return { keyFile, key: vaultKey ?? undefined }
}

/** A command looks after the vault that is there; only the service's first start makes one. */
export async function requireVault(db: Db): Promise<void> {
  if ((await findRoot(db)) === undefined) {
    throw new StartRefused('There is no vault yet: the first start of the service makes it.')
  }
}

/** The root key by the slot at hand, for as long as `work` takes. */
export async function withRootKey<T>(tools: Tools, work: (unlocked: Unlocked) => Promise<T>): Promise<T> {
  await requireVault(tools.db)
  const result = await unlockWithKeysAtHand(tools.db, vaultConfig(tools.config))
  if ('sealed' in result) throw new StartRefused(sealedSentences[result.sealed])
  try {
    return await explained(() => work(result))
  } finally {
    result.rootKey.fill(0)
  }
}

export async function withVault<T>(tools: Tools, work: (vault: Vault) => Promise<T>): Promise<T> {
  await requireVault(tools.db)
  const vault = createVault({ db: tools.db, config: vaultConfig(tools.config), log: tools.log })
  try {
    await vault.unlock()
    const reason = vault.sealedBecause()
    if (reason !== undefined) throw new StartRefused(sealedSentences[reason])
    return await work(vault)
  } finally {
    await vault.stop()
  }
}

/** What the vault refuses is said in a sentence, not in a stack. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof VaultRefusal) throw new StartRefused(error.message)
    throw error
  }
}
