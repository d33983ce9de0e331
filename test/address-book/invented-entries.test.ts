import { Transaction } from 'ethers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/db/ids.ts'
import { approve, givenRequest, review } from '../support/given/given-purchase-request.ts'
import {
  ethereumInputs,
  givenPayer,
  givenTransfer,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { expectUnproven, verifyRows } from '../support/service/verify-rows.ts'
import { add, bookPath, entryOf, newOwner } from './given-address.ts'

/** What somebody can try who writes to the database as the service does, and has no key of the vault. */
const server = startServer({ env: transfersOn })
const elsewhere = () => newOwner().address

async function given() {
  const payer = await givenPayer(server)
  const { owner, entry } = payer
  return {
    ...payer,
    update: (id: string, changes: object) =>
      server.db.updateTable('address_book_entries').set(changes).where('id', '=', id).execute(),
    row: () =>
      server.db
        .selectFrom('address_book_entries')
        .selectAll()
        .where('id', '=', entry.id)
        .executeTakeFirstOrThrow(),
    pay: (id = entry.id) => owner.post('/v1/transfers', newTransfer(payer, { address_id: id })),
    remove: (id = entry.id) => owner.delete(bookPath(payer.id, `/${id}`)),
  }
}

async function expectFound(id: string): Promise<void> {
  const { code, stdout } = await verifyRows(server)
  expect(code).toBe(1)
  expect(stdout).toContain(`Entries of address books: ${id} `)
}

describe('a new transfer', () => {
  test.each([
    ['its address', () => ({ address: elsewhere(), account: elsewhere() })],
    ['whose it is', () => ({ owner: 'Другой' })],
    ['its label', () => ({ label: 'Собственный кошелёк' })],
    ['the end of its waiting time', () => ({ usable_from: new Date(0) })],
    ['with what it was compared', () => ({ compared_with: [elsewhere()] })],
    ['its proof', () => ({ proof: null })],
  ])('does not go to an entry that was changed: %s', async (_what, changes) => {
    const { entry, id, owner, update, pay, remove } = await given()
    await update(entry.id, changes())
    expectUnproven(await pay(), 'address_book_entry', entry.id)
    expect(await entryOf(owner, id, entry.id)).toMatchObject({ is_usable: false, blockers: ['unproven'] })
    await expect
      .poll(async () => (await auditRows(server)).map(({ details }) => (details as { id?: string }).id))
      .toContain(entry.id)
    await expectFound(entry.id)
    // The way out: it is removed, which the service proves, and added again.
    expect((await remove()).status).toBe(204)
    const again = await add(owner, id, {
      network: 'ethereum',
      address: entry.address,
      label: 'Б',
      owner: 'Р',
    })
    expect(again.status).toBe(201)
    expect((await pay(again.body.id)).status).toBe(201)
  })

  test('does not go to one that was inserted', async () => {
    const { row, pay, entry } = await given()
    const address = elsewhere()
    for (const proof of [null, (await row()).proof]) {
      const id = newId()
      await server.db
        .insertInto('address_book_entries')
        .values({ ...(await row()), id, address, account: `${address}${id}`, proof })
        .execute()
      expectUnproven(await pay(id), 'address_book_entry', id)
      await expectFound(id)
      await server.db.deleteFrom('address_book_entries').where('id', '=', id).execute()
    }
    expect((await pay(entry.id)).status).toBe(201)
  })

  test('does not go to one of another organization', async () => {
    const [one, other] = [await given(), await given()]
    const rows = [await one.row(), await other.row()]
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]]
    const swapped = ({ organization_id }: typeof first) => ({ organization_id })
    await one.update(one.entry.id, swapped(second))
    await other.update(other.entry.id, swapped(first))
    expectUnproven(await one.pay(other.entry.id), 'address_book_entry', other.entry.id)
    await expectFound(other.entry.id)
    // With its address and its proof, too.
    await other.update(other.entry.id, { address: first.address, account: elsewhere(), proof: first.proof })
    expectUnproven(await one.pay(other.entry.id), 'address_book_entry', other.entry.id)
  })

  test('does not go to one that was brought back after its removal', async () => {
    const { entry, pay, remove, update, row } = await given()
    const before = await row()
    expect((await remove()).status).toBe(204)
    const living = { removed_at: null, removed_by: null, removed_by_name: null }
    await update(entry.id, living)
    expectUnproven(await pay(), 'address_book_entry', entry.id)
    await expectFound(entry.id)
    // As it was, with its proof: only the audit log knows that it was removed.
    await update(entry.id, { ...living, proof: before.proof, proof_revision: before.proof_revision })
    const { stdout } = await verifyRows(server)
    expect(stdout).toContain(`Entries of address books: ${entry.id} is an older state that was brought back.`)
  })
})

test('a transfer is not signed to an entry that was changed after it was prepared', async () => {
  const payer = await given()
  const { entry, owner, update } = payer
  const { id } = await givenTransfer(owner, payer)
  const sign = () => owner.post(transferPath(id, '/sign'), ethereumInputs(0))
  const { label, proof } = await payer.row()
  await update(entry.id, { label: 'Другая' })
  expectUnproven(await sign(), 'address_book_entry', entry.id)
  await update(entry.id, { label, proof })
  expect(Transaction.from((await sign()).body.raw).to).toBe(entry.address)
})

test('a message that the owner has signed is verified again by the thread that signs', async () => {
  const payer = await given()
  const { id, owner } = payer
  const someone = newOwner()
  const { body: entry } = await add(owner, id, await someone.proven(owner, id))
  const { id: transferId } = await givenTransfer(owner, payer, { address_id: entry.id })
  const signed = await owner.post(transferPath(transferId, '/sign'), ethereumInputs(0))
  expect(Transaction.from(signed.body.raw).to).toBe(someone.address)
  const { decision } = await server.db
    .selectFrom('transfers')
    .select('decision')
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(decision as string).to).toMatchObject({ ownership: 'signed_message' })
})

test('a request is neither made for nor approved to an entry that was changed', async () => {
  const { id, owner, entry, update } = await given()
  await sql`update organizations set kyb_status = 'approved' where id = ${id}`.execute(server.db)
  const terms = { asset: 'ETH', network: 'ethereum', crypto_amount: '0.1', rate: '100000', fee_amount: '0' }
  const make = () => givenRequest(owner, id, { ...terms, address_id: entry.id }, review)
  const request = await make()
  await update(entry.id, { label: 'Другая' })
  const path = `/v1/purchase-requests/${request.id}`
  expectUnproven(await owner.patch(`${path}/status`, approve), 'address_book_entry', entry.id)
  await expect(make()).rejects.toThrow('proof_invalid')
  const { steps } = (await owner.get(`${path}/next-steps`)).body
  const step = steps.find(({ status }: { status: string }) => status === 'approved')
  expect(step.blockers.map(({ code }: { code: string }) => code)).toContain('destination_unproven')
})

test('an inserted wallet or entry does not make an address that looks alike a known one', async () => {
  const payer = await given()
  const { id, owner, entry } = payer
  const alike =
    `${entry.address.slice(0, 6)}${elsewhere().slice(6, 38)}${entry.address.slice(-4)}`.toLowerCase()
  const ask = () => add(owner, id, { network: 'ethereum', address: alike, label: 'Б', owner: 'Р' })
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'address_looks_alike' } })
  const other = await givenPayer(server)
  const wallet = other.wallets.find(({ network }) => network === 'ethereum')
  const { address } = (await ask()).body.context
  await server.db
    .updateTable('wallets')
    .set({ address })
    .where('id', '=', wallet?.id as string)
    .execute()
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'address_looks_alike' } })
})
