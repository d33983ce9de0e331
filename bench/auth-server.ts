import { insertAdministrator } from '../server/features/administrators/administrator-store.ts'
import { createPasswordHasher } from '../server/features/administrators/passwords/password-hasher.ts'
import { generatePassword } from '../server/features/administrators/passwords/password-rules.ts'
import { service as itself } from '../server/platform/actor.ts'
import { recordChange, tell } from '../server/platform/audit/change.ts'
import { newId } from '../server/platform/db/ids.ts'
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

await serve(async (url) => {
  const passwords = createPasswordHasher()
  const logins = []
  for (let n = 0; n < accounts; n += 1) {
    const login = { email: `bench-${n}@example.com`, password: generatePassword() }
    const password_hash = await passwords.hash(login.password)
    const account = { id: newId(), email: login.email, name: 'Bench', role: 'owner' as const, password_hash }
    await insertAdministrator(db, { ...account, created_by: 'bench' }, new Date())
    logins.push(JSON.stringify(login))
  }
  await passwords.close()
  const response = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: logins[0] as string,
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const writes = []
  for (let turn = 0; turn < turns; turn += 1) {
    writes.push({
      without: await writesPerSecond(false, 8),
      one: await writesPerSecond(false, 1),
      with: await writesPerSecond(true, 8),
    })
  }
  return { logins, authorization: `Bearer ${access_token}`, writes }
})
