import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  ethereumInputs,
  givenPayer,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { recordSignIn } from '../support/service/signed-in.ts'
import { verifyRows } from '../support/service/verify-rows.ts'

const server = startServer({ env: transfersOn })

const verify = () => verifyRows(server)

test('sessions without a proof are counted, and not called wrong; a transfer of since proofs began is', async () => {
  const payer = await givenPayer(server)
  const { id } = await givenTransfer(payer.owner, payer)
  const { proof } = await server.db
    .selectFrom('transfers')
    .select('proof')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`update transfers set proof = null where id = ${id}`.execute(server.db)
  await sql`update sessions set proof = null`.execute(server.db)
  const { code, stdout } = await verify()
  expect([code, stdout]).toEqual([1, expect.stringContaining(`Transfer ${id} is not what was prepared.`)])
  expect(stdout).toMatch(/^Sessions: \d+, without a proof, so that they open nothing: \d+$/m)
  await sql`update transfers set proof = ${proof} where id = ${id}`.execute(server.db)
  expect((await verify()).code).toBe(0)
})

test('kontor audit verify names sessions and transfers that somebody has changed in the database', async () => {
  const { email } = await givenAdministrator(server)
  const { body } = await login(server, email)
  const session = body.admin.session.id
  const payer = await givenPayer(server)
  await recordSignIn(server, payer.owner.sessionId)
  const draft = (await givenTransfer(payer.owner, payer)).id
  const signed = (await givenTransfer(payer.owner, payer)).id
  expect((await payer.owner.post(transferPath(signed, '/sign'), ethereumInputs(0))).status).toBe(200)
  const honest = await verify()
  expect([honest.code, honest.stderr]).toEqual([0, ''])
  expect(honest.stdout).toMatch(/^Sessions: \d+/m)
  expect(honest.stdout).toMatch(/^Transfers: 3/m)
  expect(honest.stdout).toMatch(/^Releases: 1$/m)

  await sql`update sessions set passkey_at = now() where id = ${session}`.execute(server.db)
  await sql`update transfers set amount = '7' where id = ${draft}`.execute(server.db)
  await sql`update transfers set signed_fee = '7' where id = ${signed}`.execute(server.db)
  const { code, stdout } = await verify()
  expect(code).toBe(1)
  expect(stdout).toContain(`Session ${session} was changed, or is not of the service.`)
  expect(stdout).toContain(`Transfer ${draft} is not what was prepared.`)
  expect(stdout).toContain(`Transfer ${signed} is not what was decided.`)
})
