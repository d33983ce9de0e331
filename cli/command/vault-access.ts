import type { Logger } from 'pino'
import type { SealedReason } from '../../contract/control/vault.ts'
import type { Config } from '../../server/config.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { loggedProofs } from '../../server/platform/proofs/logged-proofs.ts'
import { createProvenTables, type KnownRevisions } from '../../server/platform/proofs/row-proofs.ts'
import { VaultRefusal } from '../../server/platform/vault/key-management.ts'
import { sealedMessages } from '../../server/platform/vault/sealed-reasons.ts'
import { createToken } from '../../server/platform/vault/token.ts'
import { TokenFault } from '../../server/platform/vault/token-tool.ts'
import {
  type Unlocked,
  unlockWithAvailableKeys,
  type VaultConfig,
} from '../../server/platform/vault/unlock.ts'
import { createVault, type Vault } from '../../server/platform/vault/vault.ts'
import { findRoot, listTokenSlots } from '../../server/platform/vault/vault-store.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'

/** Changes and checks proven rows in a command. Without an open vault nothing is changed, and nothing called wrong. */
export function provenTablesOf(vault: Vault) {
  const proofs = loggedProofs(vault)
  const register: KnownRevisions = { last: () => undefined }
  return { proofs, register, provenTables: createProvenTables({ proofs, register }) }
}

type Tools = { db: Db; config: Config; log: Logger }

export function vaultConfig({ keyFile, vaultKey, token }: Config): VaultConfig {
  return { keyFile, key: vaultKey ?? undefined, token }
}

/** Commands work only with an existing vault; the first start of the service creates it. */
export async function requireVault(db: Db): Promise<void> {
  if ((await findRoot(db)) === undefined) {
    throw new StartRefused('There is no vault yet: start the service once to create it.')
  }
}

/** Runs `work` with the root key, opened with an available key, and zeroes it afterwards. */
export async function withRootKey<T>(tools: Tools, work: (unlocked: Unlocked) => Promise<T>): Promise<T> {
  await requireVault(tools.db)
  const result = await unlockWithAvailableKeys(tools.db, vaultConfig(tools.config))
  if ('sealed' in result) throw new StartRefused(sentenceOf(result.sealed, result.error))
  if (result.tokenFault) warnAboutToken(result.tokenFault)
  try {
    return await withPlainErrors(() => work(result))
  } finally {
    result.root.key.fill(0)
  }
}

export async function withVault<T>(tools: Tools, work: (vault: Vault) => Promise<T>): Promise<T> {
  await requireVault(tools.db)
  const vault = createVault({
    db: tools.db,
    columns: sealedColumns,
    config: vaultConfig(tools.config),
    log: tools.log,
  })
  try {
    await vault.unlock()
    const reason = vault.sealedBecause()
    if (reason !== undefined) throw new StartRefused(sealedMessages[reason])
    return await work(vault)
  } finally {
    await vault.stop()
  }
}

/** Runs `work` with the vault, or with undefined if there is none yet or if it does not open. */
export async function withVaultIfOpen<T>(
  tools: Tools,
  work: (vault: Vault | undefined) => Promise<T>,
): Promise<T> {
  if ((await findRoot(tools.db)) === undefined) return work(undefined)
  const vault = createVault({
    db: tools.db,
    columns: sealedColumns,
    config: vaultConfig(tools.config),
    log: tools.log,
  })
  try {
    return await work((await vault.unlock()) === 'open' ? vault : undefined)
  } finally {
    await vault.stop()
  }
}

/** The key of the slot that the token opens. A person asked for it, so a PIN is tried after a wrong one, too. */
export function slotKeyFromToken(db: Db, config: Config): Promise<Buffer> {
  return withPlainErrors(async () => {
    const token = createToken(config.token, { afterWrongPin: true })
    return token.slotKey(await listTokenSlots(db))
  })
}

/** What a token said is added: it names the cause more exactly than one of our sentences can. */
export function sentenceOf(reason: SealedReason, error?: unknown): string {
  const printed = error instanceof TokenFault && error.message !== reason ? ` (${error.message})` : ''
  return `${sealedMessages[reason]}${printed}`
}

function warnAboutToken(fault: TokenFault): void {
  process.stderr.write(`kontor: ${sentenceOf(fault.reason, fault)} The vault was opened with another key.\n`)
}

/** Reports a VaultRefusal or TokenFault as one sentence, without a stack trace. */
export async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof VaultRefusal) throw new StartRefused(error.message)
    if (error instanceof TokenFault) throw new StartRefused(sentenceOf(error.reason, error))
    throw error
  }
}
