import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenWallets } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'
import { add, declared, hour, newOwner, setPolicy } from './given-address.ts'

const file = join(mkdtempSync(join(tmpdir(), 'kontor-policy-')), 'policy.json')
writeFileSync(file, JSON.stringify({ rules: [{ act: 'address.add', cooling_off: 7_200, only: 'proven' }] }))
const server = startServer({ env: { KONTOR_POLICY_FILE: file } })

test('nobody can set less from inside than the policy file of the environment', async () => {
  const { id, owner } = await givenWallets(server)
  await setPolicy(owner, [{ act: 'address.add', cooling_off: 60 }])
  expect(await add(owner, id, declared())).toMatchObject({
    status: 403,
    body: { code: 'address_not_allowed', context: { only: 'proven' } },
  })
  const { body } = await add(owner, id, await newOwner().proven(owner, id))
  expect(body.blockers).toEqual(['cooling_off'])
  expect(Date.parse(body.usable_from) - Date.parse(body.created_at)).toBe(2 * hour)
})
