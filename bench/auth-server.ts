import { createPasswordHasher } from '../server/features/administrators/passwords/password-hasher.ts'
import { generatePassword } from '../server/features/administrators/passwords/password-rules.ts'
import { createSessionCheck } from '../server/features/authentication/sessions/session-check.ts'
import { createSessionProofs } from '../server/features/authentication/sessions/session-proofs.ts'
import { service as itself } from '../server/platform/actor.ts'
import { recordChange, tell } from '../server/platform/audit/change.ts'
import { newId } from '../server/platform/db/ids.ts'
import { insertProvenAdministrator } from '../test/support/database/proven-rows.ts'
import { startMeasuredService } from './measured-service.ts'
import { sized } from './scale.ts'
import { trivial } from './trivial.ts'

const turns = sized(1, 3)
const seconds = sized(0.05, 2)
const accounts = 8
const { db, service, serve } = await startMeasuredService()
trivial(service.app, '/v1/open', { access: 'anyone' })
trivial(service.app, '/v1/guarded', { access: 'audit:read' })

/** One event per write, the smallest change of the service, with or without its audit row. */
async function writesPerSecond(audited: boolean, writers: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let written = 0
  const writer = async () => {
    while (performance.now() < end) {
      const object = { type: 'bench', id: newId() }
      const at = new Date()
      await db.transaction().execute(async (db) => {
        if (audited) recordChange(db, itself, { action: 'organization.updated', object, data: {}, at })
        else tell(db, { type: 'organization.updated', object, data: {}, at })
      })
      written += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return written / seconds
}

/** Reads of a session that is not cached: with the proofs of session and account, or trusting the rows. */
async function sessionsPerSecond(id: string, isTrusting: boolean): Promise<number> {
  const proven = async () => 'proven' as const
  const proofs = createSessionProofs(service.proofs)
  const check = createSessionCheck({
    db,
    now: () => new Date(),
    // Nothing is cached while notifications cannot arrive.
    notifications: { listen: () => {}, isLive: () => false },
    proofs: isTrusting ? { ...proofs, checkSession: proven } : proofs,
    register: service.register,
    provenTables: isTrusting ? { check: proven, checkText: proven } : service.provenTables,
    rules: { idleSeconds: 3_600, secondFactorRoles: new Set() },
  })
  const end = performance.now() + seconds * 1000
  let found = 0
  const reader = async () => {
    while (performance.now() < end) if (await check.find(id)) found += 1
  }
  await Promise.all(Array.from({ length: 8 }, reader))
  return found / seconds
}

await serve(async (url) => {
  const passwords = createPasswordHasher()
  const logins = []
  for (let n = 0; n < accounts; n += 1) {
    const login = { email: `bench-${n}@example.com`, password: generatePassword() }
    const password_hash = await passwords.hash(login.password)
    const account = { id: newId(), email: login.email, name: 'Bench', role: 'owner' as const, password_hash }
    await insertProvenAdministrator({ db, service }, { ...account, at: new Date() })
    logins.push(JSON.stringify(login))
  }
  await passwords.close()
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: logins[0] as string,
  })
  const { access_token, admin } = (await response.json()) as {
    access_token: string
    admin: { session: { id: string } }
  }
  const writes = []
  for (let turn = 0; turn < turns; turn += 1) {
    writes.push({
      without: await writesPerSecond(false, 8),
      one: await writesPerSecond(false, 1),
      with: await writesPerSecond(true, 8),
    })
  }
  const sessions = []
  for (let turn = 0; turn < turns; turn += 1) {
    const trusting = await sessionsPerSecond(admin.session.id, true)
    sessions.push({ proven: await sessionsPerSecond(admin.session.id, false), trusting })
  }
  return { logins, authorization: `Bearer ${access_token}`, writes, sessions }
})
