import { Transaction, Wallet } from 'ethers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../server/features/transfers/transfer/transfer-intent.ts'
import { problemsIn } from '../proofs/installation.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  gwei,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

/** What somebody can try who writes to the database as the service does, and has no key of the vault. */
const server = startServer({ env: transfersOn })
const elsewhere = new Wallet(`0x${'07'.repeat(32)}`).address

async function given() {
  const payer = await givenPayer(server)
  const { id } = await givenTransfer(payer.owner, payer)
  const { db } = server
  return {
    id,
    row: await db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    sign: () => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0)),
    release: () => payer.owner.post(transferPath(id, '/release'), { evidence: 'It was never signed' }),
    cancel: () => payer.owner.post(transferPath(id, '/cancel'), {}),
    export: () => payer.owner.get(transferPath(id, '/export?format=raw')),
    broadcast: () => payer.owner.post(transferPath(id, '/broadcast')),
    read: async () => (await payer.owner.get(transferPath(id))).body as { version: number },
    update: (changes: object) => db.updateTable('transfers').set(changes).where('id', '=', id).execute(),
  }
}

async function expectRefused(
  { id, sign }: { id: string; sign: () => ReturnType<Awaited<ReturnType<typeof given>>['sign']> },
  kind: string,
): Promise<void> {
  expect(await sign()).toMatchObject({ status: 503, body: { code: 'proof_invalid', context: { kind, id } } })
  const failed = (await auditRows(server)).filter(({ action }) => action === 'proof.failed')
  expect(failed.map(({ details }) => (details as { id: string }).id)).toContain(id)
  const { raw } = await server.db
    .selectFrom('transfers')
    .select('raw')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(raw).toBeNull()
}

describe('an intent that was changed with its digest is not signed', () => {
  test.each([
    ['to_address', elsewhere],
    ['amount', '999999'],
    ['amount', 'all'],
    ['fee_ceiling', '99999999999999999'],
    ['reason', 'Another one'],
  ])('%s: %s', async (column, value) => {
    const transfer = await given()
    await transfer.update({ [column]: value, digest: digestOf({ ...transfer.row, [column]: value }) })
    await expectRefused(transfer, 'transfer')
    expect((await transfer.cancel()).status).toBe(200)
  })

  test('the creator, who must not approve it', async () => {
    const transfer = await given()
    await transfer.update({ created_by_id: null })
    await expectRefused(transfer, 'transfer')
  })

  test('the proof of another transfer', async () => {
    const [one, other] = [await given(), await given()]
    await one.update({ to_address: elsewhere, digest: other.row.digest, proof: other.row.proof })
    await expectRefused(one, 'transfer')
  })

  test('a transfer without a proof', async () => {
    const transfer = await given()
    await transfer.update({ proof: null })
    await expectRefused(transfer, 'transfer')
  })
})

describe('a decision that nobody made is not signed', () => {
  const decision = {
    inputs: JSON.stringify(ethereumInputs(0).inputs.ethereum),
    prepared_at: new Date(),
    prepared_by: 'nobody',
    signed_amount: '1000',
    signed_fee: '1',
    spends: ['nonce:0'],
  }

  test('as if it had been decided, to another address', async () => {
    const transfer = await given()
    const to_address = elsewhere
    await transfer.update({ ...decision, to_address, digest: digestOf({ ...transfer.row, to_address }) })
    await expectRefused(transfer, 'transfer_decision')
  })

  test('with the proof of the intent', async () => {
    const transfer = await given()
    await transfer.update({ ...decision, decision_proof: transfer.row.proof })
    await expectRefused(transfer, 'transfer_decision')
  })

  test.each([
    ['inputs', { inputs: JSON.stringify({ ...ethereumInputs(0).inputs.ethereum, nonce: '7' }) }],
    ['amount', { signed_amount: '999999' }],
    ['fee', { signed_fee: '999999' }],
    ['destination', { to_address: elsewhere }],
    ['time', { prepared_at: new Date(0) }],
    ['spends', { spends: ['nonce:7'] }],
    ['inputs of which no transaction can be made', { inputs: '["x"]' }],
    ['who signed', { prepared_by: 'Somebody else' }],
    ['what was decided', { decision: '{}' }],
    ['what was decided, into no JSON', { decision: 'x' }],
    ['nothing decided', { decision: null }],
    ['no proof', { decision_proof: null }],
  ])('that was changed between the decision and the signature: %s', async (_what, changes) => {
    const transfer = await given()
    // Decided, and then the node was killed: the signature is not stored.
    await sql`alter table transfers add constraint killed check (id <> ${sql.lit(transfer.id)} or raw is null)`.execute(
      server.db,
    )
    expect((await transfer.sign()).status).toBe(500)
    await sql`alter table transfers drop constraint killed`.execute(server.db)
    await transfer.update(changes)
    await expectRefused(transfer, 'transfer_decision')
    expect((await transfer.cancel()).status).toBe(409)
    expect((await transfer.release()).status).toBe(200)
  })
})

test('a transfer that nobody has changed is signed to its address', async () => {
  const transfer = await given()
  const { status, body } = await transfer.sign()
  expect(status).toBe(200)
  expect(Transaction.from(body.raw).to).toBe(transfer.row.to_address)
})

describe('a transfer that was given up does not come back', () => {
  const broughtBack = ({ id }: { id: string }) => `Transfer ${id} was given up, and was brought back.`
  const isOlder = { status: 503, body: { code: 'proof_invalid' } }

  test('cancelled, and a draft again', async () => {
    const transfer = await given()
    expect((await transfer.cancel()).status).toBe(200)
    expect(await problemsIn(server, 'Transfers')).not.toContain(broughtBack(transfer))
    await transfer.update({ status: 'draft', version: transfer.row.version })
    await expectRefused(transfer, 'transfer')
    expect(await problemsIn(server, 'Transfers')).toContain(broughtBack(transfer))
  })

  test('decided, not signed, released with evidence, and a draft again', async () => {
    const transfer = await given()
    await sql`alter table transfers add constraint killed check (id <> ${sql.lit(transfer.id)} or raw is null)`.execute(
      server.db,
    )
    expect((await transfer.sign()).status).toBe(500)
    await sql`alter table transfers drop constraint killed`.execute(server.db)
    const { version } = await transfer.read()
    expect((await transfer.release()).status).toBe(200)
    await transfer.update({ status: 'draft', evidence: null, version })
    await sql`update transfer_spends set is_living = true where transfer_id = ${transfer.id}`.execute(
      server.db,
    )
    await expectRefused(transfer, 'transfer')
  })

  test('signed, released with evidence, and signed again: its bytes are not given out', async () => {
    const transfer = await given()
    expect((await transfer.sign()).status).toBe(200)
    expect((await transfer.release()).status).toBe(200)
    await transfer.update({ status: 'signed', evidence: null })
    expect(await transfer.sign()).toMatchObject(isOlder)
    expect(await transfer.export()).toMatchObject(isOlder)
  })

  test('but what lives again because its replacement was released is given out', async () => {
    const payer = await givenPayer(server)
    const { transfer, signed } = await givenSigned(payer.owner, payer, 0)
    const replacement = await givenTransfer(payer.owner, payer, { replaces: transfer.id })
    const more = ethereumInputs(0, {
      max_fee_per_gas: String(30n * gwei),
      max_priority_fee_per_gas: String(2n * gwei),
    })
    expect((await payer.owner.post(transferPath(replacement.id, '/sign'), more)).status).toBe(200)
    const again = () => payer.owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
    expect(await again()).toMatchObject({ status: 409, body: { code: 'transfer_status' } })
    const evidence = { evidence: 'The network has dropped it' }
    expect((await payer.owner.post(transferPath(replacement.id, '/release'), evidence)).status).toBe(200)
    expect(await again()).toMatchObject({ status: 200, body: { raw: signed.raw } })
  })
})

describe('other bytes than those that were signed are not given out', () => {
  test.each([
    ['those of another transfer', async () => (await givenOther()).raw],
    ['with the end cut off', async (raw: string) => raw.slice(0, -2)],
  ])('%s', async (_what, bytes) => {
    const transfer = await given()
    const { raw } = (await transfer.sign()).body
    await transfer.update({ raw: await bytes(raw) })
    const refused = { status: 503, body: { code: 'proof_invalid', context: { id: transfer.id } } }
    expect(await transfer.sign()).toMatchObject(refused)
    expect(await transfer.export()).toMatchObject(refused)
    expect(await transfer.broadcast()).toMatchObject(refused)
    const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
    expect(await runCli(['transfers', 'export', transfer.id], env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('not the one that the service made'),
    })
    await transfer.update({ raw })
    expect((await transfer.sign()).body.raw).toBe(raw)
  })
})

async function givenOther(): Promise<{ raw: string }> {
  const payer = await givenPayer(server)
  return (await givenSigned(payer.owner, payer, 0)).signed
}
