import { Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { transferLine } from '../../cli/books/transfer-lines.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { tonFriendly } from '../../contract/wallets/addresses.ts'
import { provenEntries } from '../../server/features/address-book/entry-proofs.ts'
import { digestOf, intentOf } from '../../server/features/transfers/transfer/transfer-intent.ts'
import { fieldsOf } from '../../server/platform/proofs/proven-table.ts'
import { terms } from '../deals/given-deal.ts'
import {
  givenBuyer,
  givenRequest,
  givenWallet,
  newRequest,
  review,
} from '../support/given/given-purchase-request.ts'
import { givenTransfer, transferPath, transfersOn, walletOn } from '../support/given/given-transfer.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { expectUnproven } from '../support/service/verify-rows.ts'
import { recipient } from '../wallets/signing/ton-payments.ts'
import { add, declared, givenEntry, resetPolicy, setPolicy } from './given-address.ts'

const server = startServer({ env: transfersOn })
const memo = '100482771'
const exchange = (overrides: object = {}) =>
  declared({ network: 'ton', address: recipient, memo, ...overrides })
const inputs = { inputs: { ton: { seqno: 7, balance: '5000000000' } } }

/** An organization with a wallet on ton, and an exchange in its address book that asks for a memo. */
async function given() {
  const { id, owner, wallets } = await givenWallets(server)
  const wallet = walletOn(wallets, 'ton')
  const entry = await givenEntry(owner, id, exchange())
  const pay = { network: 'ton', asset: 'TON', amount: '1500000000', fee_ceiling: '60000000' }
  return {
    id,
    owner,
    entry,
    prepare: (more = {}) => givenTransfer(owner, { id, wallet, entry }, { ...pay, ...more }),
  }
}

const fault = (field: string, code: string) => ({
  status: 422,
  body: { detail: [{ loc: ['body', field], ctx: { code } }] },
})

/** The comment of what the wallet is told to send, as a library of TON reads it. */
function commentOf(raw: string): string {
  const order = loadMessage(Cell.fromBase64(raw).beginParse()).body.refs[0] as Cell
  const body = loadMessageRelaxed(order.beginParse()).body.beginParse()
  expect(body.loadUint(32)).toBe(0)
  return body.loadStringTail()
}

describe('an entry', () => {
  test('has the memo wherever it is shown', async () => {
    const { id, owner, entry } = await given()
    expect(entry).toMatchObject({ memo, is_usable: true })
    const book = await owner.get(`/v1/organizations/${id}/addresses?network=ton`)
    expect(book.body.items.map((one: { memo: string }) => one.memo)).toEqual([null, memo])
    const csv = await owner.get(`/v1/exports/addresses?format=csv&organization_id=${id}`)
    expect(csv.body).toContain(memo)
    const [row] = (await auditRows(server)).filter(({ object_id }) => object_id === entry.id)
    expect(row?.details).toMatchObject({ memo })
  })

  test.each([
    ['on a network without', { network: 'tron', address: declared().address }, 'memo_not_on_network'],
    ['with a letter that looks like another', { memo: 'А1' }, undefined],
    ['with a space at its end', { memo: '1 ' }, undefined],
    ['of nothing', { memo: '' }, undefined],
    ['of 121 characters', { memo: '1'.repeat(121) }, undefined],
  ])('has none %s', async (_what, changed, code) => {
    const { id, owner } = await givenWallets(server)
    const reply = await add(owner, id, exchange(changed))
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'memo'] }] } })
    if (code) expect(reply).toMatchObject(fault('memo', code))
  })

  test('is voted on with it', async () => {
    const { id, owner } = await givenWallets(server)
    const rule: PolicyRule = { act: 'address.add', approvals: 1, from: ['owner'] }
    await setPolicy(owner, [rule])
    try {
      const { approval_id } = (await add(owner, id, exchange())).body.context
      const voter = await server.signIn('owner')
      expect((await voter.get(`/v1/approvals/${approval_id}`)).body.content).toMatchObject({ memo })
      await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
      // Another memo is another entry.
      expect((await add(owner, id, exchange({ memo: '100482772' }))).status).toBe(403)
      expect(await add(owner, id, exchange())).toMatchObject({ status: 201, body: { memo } })
    } finally {
      await resetPolicy(server)
    }
  })

  test('without one is proven as before', async () => {
    const { id, owner } = await givenWallets(server)
    const { id: plain } = await givenEntry(owner, id)
    const row = await server.db
      .selectFrom('address_book_entries')
      .selectAll()
      .where('id', '=', plain)
      .executeTakeFirstOrThrow()
    expect(Object.keys(await fieldsOf(server.db, provenEntries, row))).not.toContain('memo')
  })
})

describe('a transfer', () => {
  test('carries it, and what is approved says so', async () => {
    const { owner, prepare } = await given()
    const transfer = await prepare()
    expect(transfer.memo).toBe(memo)
    const row = await rowOf(transfer.id)
    expect(intentOf(row)).toMatchObject({ memo })
    const { body } = await owner.post(transferPath(transfer.id, '/sign'), inputs)
    expect(commentOf(body.raw)).toBe(memo)
    expect(transferLine(transfer)).toContain(`${recipient} (memo ${memo})`)
  })

  test('to a plain address has none, and its digest is that of earlier releases', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const entry = await givenEntry(owner, id, {
      network: 'ton',
      address: tonFriendly(0, Buffer.alloc(32, 5)),
    })
    const terms = { network: 'ton', asset: 'TON', amount: '1500000000', fee_ceiling: '60000000' }
    const transfer = await givenTransfer(owner, { id, wallet: walletOn(wallets, 'ton'), entry }, terms)
    expect(transfer.memo).toBeNull()
    expect(Object.keys(intentOf(await rowOf(transfer.id)))).not.toContain('memo')
  })

  test.each([
    ['another', '100482772'],
    ['no', null],
  ])('does not go out with %s memo that somebody wrote into the database', async (_what, other) => {
    const { owner, entry, prepare } = await given()
    const transfer = await prepare()
    const sign = () => owner.post(transferPath(transfer.id, '/sign'), inputs)
    const digest = digestOf({ ...(await rowOf(transfer.id)), memo: other })
    const change = (changed: object) =>
      server.db.updateTable('transfers').set(changed).where('id', '=', transfer.id).execute()
    await change({ memo: other, digest })
    expectUnproven(await sign(), 'transfer', transfer.id)
    await change({ memo, digest: Buffer.from(transfer.digest, 'hex') })
    await server.db
      .updateTable('address_book_entries')
      .set({ memo: other })
      .where('id', '=', entry.id)
      .execute()
    expectUnproven(await sign(), 'address_book_entry', entry.id)
  })

  const rowOf = (id: string) =>
    server.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
})

describe('a request', () => {
  const ton = { ...terms, asset: 'TON', network: 'ton' }

  test('to the address alone is refused: the exchange would not know whose coins came', async () => {
    const { id, owner } = await given()
    const other = tonFriendly(0, Buffer.from(recipient, 'base64url').subarray(2, 34), true)
    for (const destination_address of [recipient, other])
      expect(
        await owner.post('/v1/purchase-requests', newRequest(id, { ...ton, destination_address })),
      ).toMatchObject(fault('destination_address', 'memo_needed'))
  })

  test('to the entry is approved with its memo', async () => {
    const { owner } = await given()
    const { id } = await givenBuyer(server)
    await givenWallet(server, id, 'ton', tonFriendly(0, Buffer.alloc(32, 7)))
    const entry = await givenEntry(owner, id, exchange())
    const request = await givenRequest(owner, id, { ...ton, address_id: entry.id }, review)
    await setPolicy(owner, [{ act: 'request.approve', approvals: 1, from: ['owner'] }])
    try {
      const reply = await owner.patch(`/v1/purchase-requests/${request.id}/status`, { status: 'approved' })
      const { approval_id } = reply.body.context
      expect((await owner.get(`/v1/approvals/${approval_id}`)).body.content).toMatchObject({
        destination: recipient,
        memo,
      })
    } finally {
      await resetPolicy(server)
    }
  })
})
