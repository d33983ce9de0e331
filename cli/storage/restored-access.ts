import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Config, consoleUrl } from '../../server/config.ts'
import { createPasswordLinks } from '../../server/features/administrators/password-links.ts'
import {
  createRestoredAccess,
  type SettledAccess,
} from '../../server/features/administrators/restored-access.ts'
import { administratorSessions } from '../../server/features/authentication/administrator-sessions.ts'
import { ArchiveRefused } from '../../server/features/backup/archive.ts'
import { type LaterLog, readLaterLog } from '../../server/features/backup/later-log.ts'
import type { OpenBackup } from '../../server/features/backup/verify-backup.ts'
import { cli } from '../../server/platform/actor.ts'
import { findAuditHead } from '../../server/platform/audit/audit-reader.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { createProofStart } from '../../server/platform/proofs/proof-start.ts'
import type { Vault } from '../../server/platform/vault/vault.ts'
import { peopleTables } from '../../server/proven-tables.ts'
import type { Call } from '../command/command.ts'
import { provenTablesOf } from '../command/vault-access.ts'

export interface Access extends SettledAccess {
  later: LaterLog | undefined
  /** Why the exported log could not be used. */
  problem: string | undefined
}

export function ownersIn(values: Call['values']): string[] {
  return [values['confirm-owner'] ?? []].flat().map(String)
}

/** Decides who comes back, and writes that the backup was restored, in one transaction. */
export async function settleAccess({
  db: pool,
  vault,
  config,
  couldSignIn,
  logFile,
  given,
  backup,
}: {
  db: Db
  vault: Vault
  config: Config
  couldSignIn: readonly string[]
  logFile: string | undefined
  given: readonly string[]
  backup: OpenBackup
}): Promise<Access> {
  const { later, problem } = await readLog(pool, logFile)
  const owners = given.length > 0 ? given : await askForOwners(pool, couldSignIn, later)
  const now = () => new Date()
  const proving = provenTablesOf(vault)
  const { provenTables } = proving
  const auditProofs = createAuditProofs({ vault })
  const proofStart = createProofStart({ ...proving, db: pool, now, auditProofs, tables: peopleTables })
  const access = createRestoredAccess({
    now,
    links: createPasswordLinks({ provenTables, consoleUrl: consoleUrl(config) }),
    auditProofs,
    provenTables,
    startProofs: proofStart.ensure,
    sessions: administratorSessions({ provenTables }),
  })
  const actor = cli('restore')
  const settled = await pool.transaction().execute(async (db) => {
    const result = await access.settle(db, { couldSignIn, takenAway: later ?? null, owners, actor })
    recordChange(db, actor, {
      at: new Date(),
      action: 'backup.restored',
      object: { type: 'backup', id: backup.id },
      details: {
        created_at: backup.manifest.created_at,
        locked: result.locked.length,
        confirmed: result.confirmed.map(({ email }) => email),
        suspended_keys: result.suspendedKeys.length,
        log_until: later?.lastSeq ?? null,
      },
    })
    return result
  })
  return { ...settled, later, problem }
}

/** A log that cannot be used says nothing: then everything is locked. */
async function readLog(
  db: Db,
  file: string | undefined,
): Promise<{ later: LaterLog | undefined; problem: string | undefined }> {
  if (file === undefined) return { later: undefined, problem: undefined }
  try {
    return { later: await readLaterLog(file, await findAuditHead(db)), problem: undefined }
  } catch (error) {
    if (error instanceof ArchiveRefused) return { later: undefined, problem: error.message }
    throw error
  }
}

/** On a terminal only: a script names them with an option. Whoever ends the input confirms nobody. */
export async function askForOwners(
  db: Db,
  couldSignIn: readonly string[],
  later: Pick<LaterLog, 'accounts'> | undefined,
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string[]> {
  if (!input.isTTY || couldSignIn.length === 0) return []
  const owners = await db
    .selectFrom('administrators')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'owner')
    .where('id', 'in', [...couldSignIn])
    .orderBy('email')
    .execute()
  const locked = owners.filter(({ id }) => later === undefined || later.accounts.has(id))
  if (locked.length === 0) return []
  const list = locked.map(({ email, name }) => `  ${email} (${name})`).join('\n')
  const terminal = createInterface({ input, output })
  const nothing = () => ''
  const ended = once(terminal, 'close').then(nothing)
  try {
    const question = `These owners could sign in when the backup was made:\n${list}\nWho may sign in again? E-mail addresses, separated by spaces; nothing for nobody: `
    // Ctrl-C too: the data is there, and has to be locked to the end.
    const typed = await Promise.race([terminal.question(question).catch(nothing), ended])
    return typed.split(/[\s,]+/).filter(Boolean)
  } finally {
    terminal.close()
  }
}

export function accessLines({ locked, confirmed, refused, suspendedKeys, later, problem }: Access): string {
  const lines = [
    ...(problem === undefined
      ? []
      : [`THE LOG WAS NOT USED, so everybody and every key is locked. ${problem}`]),
    later === undefined
      ? 'Without a newer log, nobody knows what was revoked after the backup.'
      : `The log says what was revoked until ${later.lastAt} (row ${later.lastSeq}); what was revoked later is not known.`,
    `Locked accounts, which lost their credentials: ${locked.length}. Suspended API keys: ${suspendedKeys.length}.`,
    ...(later?.policyChanged
      ? ['The policy was changed after the backup, and is the old one again: set it as it was.']
      : []),
    ...confirmed.map(({ email, issued }) =>
      issued
        ? `${email} is confirmed. Link to set the password, once and until ${issued.expires_at}:\n${issued.link}`
        : `${email} is confirmed, and signs in with the identity provider.`,
    ),
    ...refused.map(
      (email) =>
        `${email} was NOT confirmed: no owner with this address could sign in at the time of the backup.`,
    ),
    ...(confirmed.length === 0 && locked.some(({ role }) => role === 'owner')
      ? ["Run 'kontor admin enable EMAIL' for each owner who may sign in again."]
      : []),
    ...(locked.length > 0 || suspendedKeys.length > 0
      ? ['Owners enable and reset the others, and resume API keys, in the console.']
      : []),
  ]
  return `${lines.join('\n')}\n`
}
