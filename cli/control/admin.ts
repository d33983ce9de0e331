import { Value } from 'typebox/value'
import { CreateAdministratorRequest } from '../../contract/administrators/administrators.ts'
import { type Role, roles } from '../../contract/api/roles.ts'
import { isVisible } from '../../contract/api/visible-text.ts'
import { consoleUrl } from '../../server/config.ts'
import { createAdministratorService } from '../../server/features/administrators/administrator-service.ts'
import { createPasswordLinks } from '../../server/features/administrators/password-links.ts'
import { createPeople } from '../../server/features/administrators/people.ts'
import { administratorSessions } from '../../server/features/authentication/administrator-sessions.ts'
import { createCommandAuthorization } from '../../server/features/control/command-authorization.ts'
import { cli } from '../../server/platform/actor.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { createVault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { type Call, type Command, UsageError, withDatabase } from '../command/command.ts'
import { provenTablesOf, vaultConfig, withVaultIfOpen } from '../command/vault-access.ts'

type Administrators = ReturnType<typeof createAdministratorService>

/**
 * Works directly on the database, so it can be used when nobody can sign in. A running service is notified at once. What
 * changes who may do what is proven with a key of the vault, and fails while the vault does not open.
 */
export function withAdministrators(
  work: (administrators: Administrators, db: Db) => Promise<number>,
): Promise<number> {
  return withDatabase((tools) =>
    withVaultIfOpen(tools, (opened) => {
      const { db, config, log } = tools
      const vault = opened ?? createVault({ db, columns: sealedColumns, config: vaultConfig(config), log })
      const { provenTables } = provenTablesOf(vault)
      const people = createPeople({ provenTables })
      const administrators = createAdministratorService({
        db,
        now: () => new Date(),
        links: createPasswordLinks({ provenTables, consoleUrl: consoleUrl(config) }),
        auditProofs: createAuditProofs({ vault }),
        provenTables,
        people,
        authorization: createCommandAuthorization({
          db,
          now: () => new Date(),
          people,
        }),
        sessions: administratorSessions({ provenTables }),
        // Nobody votes on a command: its links are whole, and printed.
        linkMails: { isEnabled: false, post: async () => {} },
      })
      return work(administrators, db)
    }),
  )
}

export function oneEmail({ positionals }: Call): string {
  const [email, ...rest] = positionals
  if (email === undefined || rest.length > 0) throw new UsageError('exactly one e-mail address is needed')
  return email
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

/** Goes to the person, who alone knows the password that they set with it. */
function linkLines({ link, expires_at }: { link: string | null; expires_at: string }): string {
  return `Link to set the password, once and until ${expires_at}:\n${link}`
}

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'Create an administrator and print a one-time link to set the password',
  usage: 'EMAIL',
  options: {
    role: { type: 'string', description: `One of ${roles.join(', ')}; default: owner` },
    name: { type: 'string', description: 'Name of the person; default: the e-mail address' },
  },
  run: async (call) => {
    const email = oneEmail(call)
    const role = call.values.role ?? 'owner'
    if (!(roles as readonly unknown[]).includes(role)) {
      throw new UsageError(`--role should be one of ${roles.join(', ')}`)
    }
    const request = { email, name: String(call.values.name ?? email), role: role as Role }
    if (!Value.Check(CreateAdministratorRequest, request) || !isVisible(email) || !isVisible(request.name)) {
      throw new UsageError('the e-mail address or the name is not valid')
    }
    return withAdministrators(async (administrators) => {
      const { administrator, ...issued } = await administrators.create(request, cli('admin create'), null)
      return print(`${administrator.email} (${administrator.role}) was created.\n${linkLines(issued)}`)
    })
  },
}

export const adminResetPassword: Command = {
  name: 'admin reset-password',
  summary:
    'Remove password, one-time codes and passkeys, end all sessions and print a link to set a new password',
  usage: 'EMAIL',
  run: async (call) => {
    const email = oneEmail(call)
    return withAdministrators(async (administrators) => {
      const id = await administrators.findIdByEmail(email)
      return print(linkLines(await administrators.reset(id, cli('admin reset-password'))))
    })
  },
}

export const adminConfirm: Command = {
  name: 'admin confirm',
  summary: 'Confirm that an account belongs to a person of its own, so that they can approve for others',
  usage: 'EMAIL',
  help: 'An account that somebody created, promoted, enabled or reset without the approval of a third person counts as that person until it is confirmed.',
  run: async (call) => {
    const email = oneEmail(call)
    return withAdministrators(async (administrators) => {
      const id = await administrators.findIdByEmail(email)
      const confirmed = await administrators.confirm(id, cli('admin confirm'))
      return print(
        confirmed === 0 ? 'There was nothing to confirm.' : `${email} is confirmed (acts: ${confirmed}).`,
      )
    })
  },
}

export const adminEnable: Command = {
  name: 'admin enable',
  summary: 'Enable an administrator; after a restore, also print a one-time link to set a new password',
  usage: 'EMAIL',
  help: 'An account that a restore has locked lost its password, one-time codes and passkeys: they may be older than those that were in use.',
  run: async (call) => {
    const email = oneEmail(call)
    return withAdministrators(async (administrators) => {
      const id = await administrators.findIdByEmail(email)
      const before = await administrators.read(id)
      const actor = cli('admin enable')
      const { managed_by } = await administrators.enable(id, actor)
      const enabled = `${before.email} is enabled.`
      if (before.disabled_because !== 'restore' || managed_by !== null) return print(enabled)
      return print(`${enabled}\n${linkLines(await administrators.reset(id, actor))}`)
    })
  },
}

export const adminDisable: Command = {
  name: 'admin disable',
  summary: 'Disable an administrator and end all sessions',
  usage: 'EMAIL',
  run: async (call) => {
    const email = oneEmail(call)
    return withAdministrators(async (administrators) => {
      const id = await administrators.findIdByEmail(email)
      const administrator = await administrators.disable(id, cli('admin disable'))
      return print(`${administrator.email} is disabled.`)
    })
  },
}
