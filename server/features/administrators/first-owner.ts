import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { service } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { migrationLock } from '../../platform/db/migrations.ts'
import { directoryRefusal } from '../../platform/files/data-directory.ts'
import { createDurableFiles, type DurableFiles } from '../../platform/files/durable-files.ts'
import { countAdministrators, hasAnybodySignedIn, insertAdministrator } from './administrator-store.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import { generatePassword } from './passwords/password-rules.ts'

export type FirstOwner = ReturnType<typeof createFirstOwner>

/**
 * Creates an owner at the first start: the one of the environment variables, or one with a generated password. A
 * generated password is printed once on the terminal and stored in a file that only the user of the service can read,
 * until the first sign-in.
 */
export function createFirstOwner({
  db: pool,
  now,
  passwords,
  log,
  dataDir,
  email,
  password: given,
  terminal = process.stdout,
  files = createDurableFiles(),
}: {
  db: Db
  now: () => Date
  passwords: Pick<PasswordHasher, 'hash'>
  log: Logger
  dataDir: string
  email: string | null
  password: string | null
  terminal?: { isTTY?: boolean; write(text: string): unknown }
  files?: DurableFiles
}) {
  const file = join(dataDir, 'first-password')
  let fileMayExist = true

  /** True if this call created the owner. Of several nodes that start at the same time, only one does. */
  async function create(account: string, password: string, hash: string): Promise<boolean> {
    return pool.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
      if ((await countAdministrators(db)) > 0) return false
      const at = now()
      const owner = {
        id: newId(),
        email: account,
        name: 'Owner',
        role: 'owner' as const,
        password_hash: hash,
      }
      await insertAdministrator(db, { ...owner, created_by: service.name }, at)
      // Before the commit: a file without an owner is better than an owner with an unknown password. An existing file
      // was left by a start that was interrupted before its commit.
      if (given === null) await writePassword(password)
      recordChange(db, service, {
        action: 'administrator.created',
        object: { type: 'administrator', id: owner.id },
        version: 1,
        details: { email: account, role: 'owner', first: true },
        at,
      })
      return true
    })
  }

  async function writePassword(password: string): Promise<void> {
    try {
      await files.writeFile(file, `${password}\n`, { mode: 0o600, replace: true })
    } catch (error) {
      throw directoryRefusal(dataDir, error) ?? error
    }
  }

  /** After the first sign-in, the file is no longer needed. */
  function signedIn(): void {
    if (!fileMayExist) return
    fileMayExist = false
    files
      .remove(file)
      .catch((error: NodeJS.ErrnoException) =>
        log.warn({ code: error.code, file }, 'the file with the first password could not be removed'),
      )
  }

  return {
    signedIn,

    async ensure(): Promise<void> {
      if ((await countAdministrators(pool)) > 0) {
        if (await hasAnybodySignedIn(pool)) signedIn()
        return
      }
      const account = email ?? 'admin@localhost'
      const password = given ?? generatePassword()
      if (!(await create(account, password, await passwords.hash(password)))) return
      if (given !== null) {
        log.info({ email: account }, 'the first owner was created')
        // The operator chose it, so the service starts anyway.
        if (isCommonPassword(given, [account]))
          log.warn('KONTOR_ADMIN_PASSWORD is easy to guess: change it after signing in')
        return
      }
      // If standard output is not a terminal, it may be a log, which must not contain the password.
      const shown = terminal.isTTY ? password : `in ${file}`
      terminal.write(
        [
          '',
          'The first owner was created. Sign in and change the password:',
          `  e-mail    ${account}`,
          `  password  ${shown}`,
          ...(terminal.isTTY
            ? [`It is shown only once. Until the first sign-in, it is also in ${file}`]
            : []),
          '',
          '',
        ].join('\n'),
      )
    },
  }
}
