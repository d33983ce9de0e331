import { Transaction, Wallet } from 'ethers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../server/features/transfers/transfer-intent.ts'
import {
  ethereumInputs,
  givenPayer,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
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
