import { Value } from 'typebox/value'
import { CreateAdministratorRequest } from '../contract/administrators.ts'
import { type Role, roles } from '../contract/roles.ts'
import { createAdministratorService } from '../server/features/administrators/administrator-service.ts'
import { createPasswordHasher } from '../server/features/administrators/passwords/password-hasher.ts'
import { revokeSessionsOf } from '../server/features/authentication/sessions/session-service.ts'
import { cli } from '../server/platform/actor.ts'
import type { Db } from '../server/platform/db/database.ts'
import { type Call, type Command, UsageError, withDatabase } from './command.ts'

type Administrators = ReturnType<typeof createAdministratorService>

/** Works directly on the database, so it can be used when nobody can sign in. A running service is notified at once. */
export function withAdministrators(
  work: (administrators: Administrators, db: Db) => Promise<number>,
): Promise<number> {
  return withDatabase(async ({ db }) => {
    const passwords = createPasswordHasher({ threads: 1 })
    try {
      const sessions = { revokeAll: revokeSessionsOf, forget: () => {} }
      return await work(createAdministratorService({ db, now: () => new Date(), passwords, sessions }), db)
    } finally {
      await passwords.close()
    }
  })
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

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'Create an administrator and print the generated password',
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
    if (!Value.Check(CreateAdministratorRequest, request)) {
      throw new UsageError('the e-mail address or the name is not valid')
    }
    return withAdministrators(async (administrators) => {
      const { administrator, password } = await administrators.create(request, cli('admin create'), null)
      return print(`${administrator.email} (${administrator.role}) was created.\nPassword: ${password}`)
    })
  },
}

export const adminResetPassword: Command = {
  name: 'admin reset-password',
  summary: 'Generate a new password, disable one-time codes and end all sessions',
  usage: 'EMAIL',
  run: async (call) => {
    const email = oneEmail(call)
    return withAdministrators(async (administrators) => {
      const id = await administrators.findIdByEmail(email)
      const { password } = await administrators.reset(id, cli('admin reset-password'))
      return print(`Password: ${password}`)
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
