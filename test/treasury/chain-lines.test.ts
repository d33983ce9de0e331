import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type Fault } from '../../contract/api/faults.ts'
import { contractOf } from '../../contract/money/assets.ts'
import type { ChainNode, History, Movement } from '../../server/features/chain-nodes/chain-node.ts'
import { createChainRound } from '../../server/features/treasury/chain/chain-round.ts'
import { keepBalance } from '../../server/features/wallets/wallet-balances.ts'
import { form } from '../support/given/document-uploads.ts'
import { givenAnother, givenDelivery, givenStock } from '../support/given/given-stock.ts'
import {
  eth,
  ethereumInputs,
  givenEntry,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { recipient } from '../wallets/signing/ton-payments.ts'
import { acquire, givenTreasury, type Treasury } from './given-treasury.ts'

const server = startServer({ env: transfersOn })
let owner: Client
let treasury: Treasury

beforeAll(async () => {
  owner = await server.signIn('owner')
  treasury = await givenTreasury(server, owner)
})

let transactions = 0
const newHash = () => {
  transactions += 1
  return `c${transactions.toString(16).padStart(63, '0')}`
}

const heading = 'time,network,wallet,asset,amount,tx_hash,counterparty,fee'
type Row = {
  network?: string
  asset?: string
  amount?: string
  hash?: string
  other?: string
  fee?: string
  at?: string
}
const row = ({
  network = 'tron',
  asset = 'USDT',
  amount = '1000',
  hash = newHash(),
  other = '',
  fee = '',
  at = '2026-01-15T09:00:00Z',
}: Row) => [at, network, treasury.wallet(network).address, asset, amount, hash, other, fee].join(',')
const file = (...rows: string[]) => Buffer.from(`${[heading, ...rows].join('\n')}\n`)
const send = (content: Buffer, by = owner) =>
  by.post('/v1/treasury/chain-statements', form(content, {}, 'chain.csv'))
async function imported(...rows: string[]) {
  const reply = await send(file(...rows))
  expect([reply.status, reply.body.detail]).toEqual([200, undefined])
  return reply.body
}
async function lineOf(hash: string) {
  const { items } = (await owner.get('/v1/treasury/chain-lines?limit=100')).body
  return items.find(({ tx_hash }: { tx_hash: string }) => tx_hash === hash)
}
const act = (id: string, name: string, body?: Record<string, unknown>) =>
  owner.post(`/v1/treasury/chain-lines/${id}/${name}`, body)
const position = async (asset: string, network: string) =>
  (await owner.get('/v1/treasury/position')).body.items.find(
    (one: Record<string, string>) => one.asset === asset && one.network === network,
  )
const codes = (reply: { body: { detail: Fault[] } }) => reply.body.detail.map(codeOf)
const reason = { reason: 'Чужая проба' }

describe('a file', () => {
  test('brings each transaction once, and what names it is matched', async () => {
    const hash = newHash()
    const acquisition = await acquire(owner, treasury, { tx_hash: hash.toUpperCase() })
    const rows = [
      row({ hash, amount: '400,5'.replace(',', '.') }),
      row({ hash: newHash(), amount: '0.001' }),
      row({ asset: 'SCAM', amount: '1000000' }),
      row({ asset: contractOf('ethereum', 'USDT'), amount: '1000000' }),
      row({ asset: contractOf('tron', 'USDT'), amount: '7' }),
    ]
    expect(await imported(...rows)).toMatchObject({
      new_lines: 3,
      known_lines: 0,
      matched_lines: 1,
      dust_lines: 1,
      ignored_rows: 2,
      differing: [],
    })
    expect(await lineOf(hash)).toMatchObject({
      status: 'matched',
      asset: 'USDT',
      amount: '400.5',
      direction: 'incoming',
      match: { kind: 'acquisition', id: acquisition.id, by_transaction: true },
    })
    expect(await imported(...rows)).toMatchObject({ new_lines: 0, known_lines: 3, matched_lines: 0 })
    const other = await imported(row({ hash, amount: '400' }))
    expect(other.differing).toEqual([{ tx_hash: hash, asset: 'USDT', known: '400.5', found: '400' }])
    expect((await lineOf(hash)).amount).toBe('400.5')
  })

  test('of which a row cannot be read changes nothing', async () => {
    const good = row({ hash: newHash() })
    const refusals: [Buffer, string][] = [
      [Buffer.from('nothing'), 'chain_csv_format'],
      [Buffer.from(`${heading}\n`), 'chain_csv_format'],
      [Buffer.from(`${heading}\n${good}`), 'chain_csv_cut_off'],
      [file(good, good), 'chain_csv_repeated'],
      [file(`${good},more`), 'chain_csv_row'],
      [file(row({ at: '2099-01-01T00:00:00Z' })), 'chain_csv_value'],
      [file(row({ at: '2026-02-30 00:00:00' })), 'chain_csv_value'],
      [file(row({ amount: '1.1234567' })), 'chain_csv_value'],
      [file(row({ amount: '0' })), 'chain_csv_value'],
      [file(row({ hash: 'abc' })), 'chain_csv_value'],
      [
        file(good.replace(treasury.wallet('tron').address, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')),
        'chain_csv_wallet',
      ],
      [Buffer.concat([file(good), Buffer.from([0x98, 0x00, 0x0a])]), 'chain_csv_encoding'],
      [Buffer.from([0xff, 0xfe, 0x31, 0x00]), 'chain_csv_format'],
      [Buffer.from([0xff, 0xfe, 0x31]), 'chain_csv_encoding'],
    ]
    for (const [content, code] of refusals) {
      const reply = await send(content)
      expect([reply.status, codes(reply)]).toEqual([422, [code]])
    }
    expect(await lineOf(good.split(',')[5] as string)).toBeUndefined()
    expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).status).toBeGreaterThanOrEqual(413)
    expect((await owner.post('/v1/treasury/chain-statements', form(undefined))).status).toBe(422)
    expect((await send(file(good), await server.signIn('auditor'))).status).toBe(403)
  })

  test('may be in windows-1251, with semicolons and what explorers call a time, and large', async () => {
    const hash = newHash()
    const text = `${heading.replaceAll(',', ';')}\r\n2026-01-15 09:00:00;tron;${treasury.wallet('tron').address};USDT;-12,5;${hash};`
    const cyrillic = Buffer.from([0xc1, 0xe8, 0xf0, 0xe6, 0xe0])
    expect((await send(Buffer.concat([Buffer.from(text), cyrillic, Buffer.from(';0,5\r\n')]))).status).toBe(
      200,
    )
    expect(await lineOf(hash)).toMatchObject({
      counterparty: 'Биржа',
      direction: 'outgoing',
      amount: '12.5',
      fee: '0.5',
      at: '2026-01-15T09:00:00.000Z',
    })
    expect((await act((await lineOf(hash)).id, 'set-aside', reason)).status).toBe(200)
    const many = Array.from({ length: 3_000 }, () => row({ amount: '0.005', at: '2025-01-01T00:00:00Z' }))
    expect(await imported(...many)).toMatchObject({ new_lines: 3_000, dust_lines: 3_000 })
  })
})

describe('a line', () => {
  test('is matched by people with what fits, and explains a difference when it is set aside', async () => {
    const [hash, strange] = [newHash(), newHash()]
    const acquisition = await acquire(owner, treasury, { amount: '500' })
    const before = await position('USDT', 'tron')
    await imported(row({ hash, amount: '500' }), row({ hash: strange, amount: '30' }))
    const line = await lineOf(hash)
    expect(line).toMatchObject({ status: 'new', match: null })
    expect(line.suggestions[0]).toMatchObject({ kind: 'acquisition', id: acquisition.id, amount: '500' })
    expect((await position('USDT', 'tron')).open_lines).toBe(before.open_lines + 2)
    expect(codes(await act(line.id, 'match', {}))).toEqual(['one_chain_match'])
    const missing = { acquisition_id: treasury.companyId }
    expect(codes(await act(line.id, 'match', missing))).toEqual(['chain_match_not_found'])
    const small = await acquire(owner, treasury, { amount: '499' })
    expect(codes(await act(line.id, 'match', { acquisition_id: small.id }))).toEqual([
      'chain_acquisition_received',
    ])
    const matched = await act(line.id, 'match', { acquisition_id: acquisition.id })
    expect(matched.body).toMatchObject({ status: 'matched', match: { by_transaction: false } })
    expect((await act(line.id, 'match', { acquisition_id: acquisition.id })).status).toBe(200)
    expect((await act(line.id, 'set-aside', reason)).body.code).toBe('chain_line_closed')

    const { held } = await position('USDT', 'tron')
    const walletId = treasury.wallet('tron').id
    const amount = String(Number(held) + 30)
    await keepBalance(server.db, { wallet_id: walletId, asset: 'USDT', amount, checked_at: new Date() })
    const open = await position('USDT', 'tron')
    expect(open.difference).toBe('30')
    const other = await lineOf(strange)
    expect((await act(other.id, 'set-aside', reason)).body).toMatchObject({ set_aside_reason: reason.reason })
    const explained = await position('USDT', 'tron')
    expect(Number(explained.explained) - Number(open.explained)).toBeCloseTo(30)
    expect(Number(explained.unexplained)).toBeCloseTo(Number(open.unexplained) - 30)
    expect((await act(other.id, 'reopen')).body).toMatchObject({ status: 'new', set_aside_reason: null })
    expect((await act(other.id, 'set-aside', reason)).status).toBe(200)
  })

  test('is matched as soon as its acquisition is recorded, and new again when that is reversed', async () => {
    const hash = newHash()
    await imported(row({ hash, amount: '77' }))
    const { id } = await acquire(owner, treasury, { amount: '77', tx_hash: hash })
    expect(await lineOf(hash)).toMatchObject({ status: 'matched', match: { kind: 'acquisition', id } })
    expect((await owner.post(`/v1/treasury/acquisitions/${id}/reverse`, reason)).status).toBe(200)
    const line = await lineOf(hash)
    expect(line).toMatchObject({ status: 'new', match: null })
    await act(line.id, 'set-aside', reason)
  })

  test('in the coin of the network is posted as a fee, which can be reversed', async () => {
    const [hash, token] = [newHash(), newHash()]
    await imported(
      row({ hash, asset: 'TRX', amount: '0', fee: '13.5' }),
      row({ hash: token, amount: '-5', fee: '1' }),
    )
    const line = await lineOf(hash)
    expect(line.suggestions).toMatchObject([{ kind: 'fee', amount: '13.5' }])
    const { id } = await lineOf(token)
    expect(codes(await act(id, 'post-fee'))).toEqual(['chain_fee_in_coin'])
    await act(id, 'set-aside', reason)
    expect((await act(line.id, 'post-fee')).body).toMatchObject({ status: 'matched', match: { kind: 'fee' } })
    expect((await position('TRX', 'tron')).held).toBe('-13.5')
    expect((await act(line.id, 'reopen')).body.code).toBe('chain_line_closed')
    expect((await act(line.id, 'unpost-fee', reason)).body).toMatchObject({ status: 'new' })
    expect((await act(line.id, 'unpost-fee', reason)).body.code).toBe('chain_fee_not_posted')
    await act(line.id, 'set-aside', reason)
  })

  test('waits in its queue, and is on the list of a close', async () => {
    const hash = newHash()
    await imported(row({ hash }))
    const { id } = await lineOf(hash)
    const queue = (await owner.get('/v1/work/chain-lines')).body.items
    expect(queue.find((one: { id: string }) => one.id === id)).toMatchObject({
      title: '+1000 USDT',
      detail: hash,
    })
    const list = (await owner.get('/v1/books/close?through=2026-01-31')).body
    expect(JSON.stringify(list)).toContain(hash)
    await act(id, 'set-aside', reason)
    expect((await owner.get('/v1/treasury/chain-lines/none')).status).toBe(404)
  })

  test('of a transfer is known by its transaction', async () => {
    const stock = await givenStock(server, owner)
    const bought = { companyId: stock.company.id, organizationId: stock.id, wallet: () => stock.wallet }
    await acquire(owner, bought, { asset: 'ETH', network: 'ethereum', amount: '1' })
    await givenAnother(owner, { id: stock.client.id, entry: stock.client.entry }, '0.2')
    const transfer = await givenDelivery(owner, stock, stock.request, { amount: String(eth / 10n) })
    const signed = await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
    expect(signed.status).toBe(200)
    const hash = signed.body.tx_id
    const other = { amount: '-0.1', hash, fee: '0.002', network: 'ethereum', asset: 'ETH' }
    const text = row(other).replace(treasury.wallet('ethereum').address, stock.wallet.address.toLowerCase())
    expect(await imported(text)).toMatchObject({ new_lines: 1, matched_lines: 1 })
    expect(await lineOf(hash)).toMatchObject({ match: { kind: 'transfer', id: transfer.id } })
    await keepBalance(server.db, {
      wallet_id: stock.wallet.id,
      asset: 'ETH',
      amount: '0.898',
      checked_at: new Date(),
    })
    expect(await position('ETH', 'ethereum')).toMatchObject({
      difference: '-0.102',
      explained: '-0.102',
      unexplained: '0',
    })
  })
})

describe('a transfer that was given up although the network has carried it out', () => {
  const evidence = { evidence: 'Нет в обозревателе' }

  async function givenReleased() {
    const stock = await givenStock(server, owner)
    const bought = { companyId: stock.company.id, organizationId: stock.id, wallet: () => stock.wallet }
    await acquire(owner, bought, { asset: 'ETH', network: 'ethereum', amount: '1' })
    const transfer = await givenDelivery(owner, stock, stock.request)
    const signed = await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
    expect(signed.status).toBe(200)
    const hash = signed.body.tx_id as string
    const payment = { amount: '-0.1', hash, fee: '0.002', network: 'ethereum', asset: 'ETH' }
    const listed = (changed: Row = {}) =>
      row({ ...payment, ...changed }).replace(treasury.wallet('ethereum').address, stock.wallet.address)
    return { stock, transfer, hash, listed, path: (of: string) => transferPath(transfer.id, of) }
  }

  test.each(['before it was given up', 'after it was given up', 'and set aside'])(
    'is not known to the books, until somebody confirms it: its line came %s',
    async (when) => {
      const { stock, transfer, hash, listed, path } = await givenReleased()
      if (when.startsWith('before')) {
        expect(await imported(listed())).toMatchObject({ matched_lines: 1 })
        expect(await lineOf(hash)).toMatchObject({ match: { kind: 'transfer', id: transfer.id } })
      }
      expect((await owner.post(path('/release'), evidence)).body.status).toBe('failed')
      if (!when.startsWith('before')) expect(await imported(listed())).toMatchObject({ matched_lines: 0 })
      const line = await lineOf(hash)
      expect(line).toMatchObject({ status: 'new', match: null })
      expect(line.suggestions).toMatchObject([
        { kind: 'transfer', id: transfer.id, title: stock.request.number, amount: '0.1' },
      ])
      const refused = await act(line.id, 'match', { transfer_id: transfer.id })
      expect(codes(refused)).toEqual(['chain_transfer_given_up'])
      const list = (await owner.get('/v1/books/close?through=2026-01-31')).body
      expect(JSON.stringify(list)).toContain(hash)
      if (when === 'and set aside') expect((await act(line.id, 'set-aside', reason)).status).toBe(200)

      const confirmed = await owner.post(path('/confirm'), { evidence: 'Два обозревателя' })
      expect(confirmed.body).toMatchObject({ status: 'confirmed', evidence: null })
      expect(await lineOf(hash)).toMatchObject({ status: 'matched', match: { id: transfer.id } })
      const { body: request } = await owner.get(`/v1/purchase-requests/${stock.request.id}`)
      expect(request).toMatchObject({ status: 'completed', tx_hash: hash, exception_since: null })
    },
  )

  test('has its fee in the books only if a node has said what it was', async () => {
    const { transfer, hash, listed, path } = await givenReleased()
    expect((await owner.post(path('/release'), evidence)).status).toBe(200)
    const effect = {
      result: 'failed',
      confirmations: 9,
      problem: 'reverted',
      checked_at: at(0).toISOString(),
    }
    const say = (fee: string | null) =>
      server.db
        .updateTable('transfers')
        .set({ effect: JSON.stringify({ ...effect, fee }) })
        .where('id', '=', transfer.id)
        .execute()
    await say(null)
    await imported(listed({ amount: '0' }))
    expect(await lineOf(hash)).toMatchObject({ status: 'new', suggestions: [{ kind: 'fee' }] })
    await say('2000000000000000')
    const matched = await act((await lineOf(hash)).id, 'match', { transfer_id: transfer.id })
    expect(matched.body).toMatchObject({ status: 'matched', match: { kind: 'transfer' } })
  })

  test('cannot be confirmed beside the one that was carried out instead', async () => {
    const { stock, transfer, path } = await givenReleased()
    expect((await owner.post(path('/release'), evidence)).status).toBe(200)
    const again = await givenDelivery(owner, stock, stock.request, { amount: String(eth / 20n) })
    const signed = await owner.post(transferPath(again.id, '/sign'), ethereumInputs(0))
    expect(signed.status).toBe(200)
    // Both spend the nonce: that one can never be carried out now.
    expect((await owner.post(path('/confirm'), evidence)).status).toBe(200)
    expect((await owner.get(transferPath(again.id))).body.status).toBe('failed')
    const refused = await owner.post(transferPath(again.id, '/confirm'), evidence)
    expect(refused.body).toMatchObject({ code: 'already_spent', context: { transfer_id: transfer.id } })
  })
})

describe('coins of a delivery that come back', () => {
  /** A delivery of a tenth of an ETH, reversed because its coins came back, and the line that says so. */
  async function givenReturned(isTyped: boolean) {
    const stock = await givenStock(server, owner)
    const path = `/v1/purchase-requests/${stock.request.id}/deliveries`
    if (isTyped) {
      const typed = { tx_hash: `0x${newHash()}`, amount: '0.1' }
      expect((await owner.post(path, typed)).status).toBe(201)
    } else {
      const transfer = await givenDelivery(owner, stock, stock.request)
      await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))
      await owner.post(transferPath(transfer.id, '/confirm'), { evidence: 'Два обозревателя' })
    }
    const [{ id }] = (await owner.get(path)).body.items
    const hash = `0x${newHash()}`
    const returned = { reason: 'Вернулось', returned: { tx_hash: hash } }
    expect((await owner.post(`${path}/${id}/reverse`, returned)).status).toBe(200)
    const came = async (wallet: { address: string }, by = hash) => {
      const text = row({ network: 'ethereum', asset: 'ETH', amount: '0.1', hash: by })
      await imported(text.replace(treasury.wallet('ethereum').address, wallet.address))
      return lineOf(by)
    }
    return { id, wallet: stock.wallet, came }
  }

  test('are matched at the wallet that has paid', async () => {
    const { id, wallet, came } = await givenReturned(false)
    expect(await came(wallet)).toMatchObject({ status: 'matched', match: { kind: 'delivery', id } })
  })

  test.each([
    ['whose transaction was typed', true],
    ['that another wallet has paid', false],
  ])('of one %s wait for somebody', async (_, isTyped) => {
    const { id, wallet, came } = await givenReturned(isTyped)
    const line = await came(isTyped ? wallet : treasury.wallet('ethereum'))
    const moved = isTyped ? [] : [expect.objectContaining({ kind: 'move', id })]
    expect(line).toMatchObject({ status: 'new', match: null, suggestions: moved })
    expect(codes(await act(line.id, 'match', { delivery_id: id }))).toEqual(['chain_delivery_other_wallet'])
    if (isTyped)
      expect(codes(await act(line.id, 'post-move', { delivery_id: id }))).toEqual(['chain_move_not_own'])
  })

  test('to another own wallet are moved there in the books, once, and back again', async () => {
    const { id, wallet, came } = await givenReturned(false)
    const other = treasury.wallet('ethereum')
    const held = async () => {
      const { items } = (await owner.get('/v1/books/trial-balance?limit=200')).body
      const of = (one: { id: string }) =>
        items.find(({ account }: { account: string }) => account === `assets:coins:ethereum:ETH:${one.id}`)
          ?.balance ?? '0'
      return [of(wallet), of(other)].map(Number)
    }
    const line = await came(other)
    const [left = 0, came1 = 0] = await held()
    const move = () => act(line.id, 'post-move', { delivery_id: id })
    const posted = await move()
    expect(posted.body, JSON.stringify(posted.body)).toMatchObject({
      status: 'matched',
      match: { kind: 'move', id },
    })
    expect(await held()).toEqual([expect.closeTo(left - 0.1, 9), expect.closeTo(came1 + 0.1, 9)])
    // The same again changes nothing, and another line cannot bring the same coins.
    expect((await move()).body.match).toMatchObject({ kind: 'move', id })
    const second = await came(other, `0x${newHash()}`)
    expect((await act(second.id, 'post-move', { delivery_id: id })).body.code).toBe('chain_moved_before')
    expect((await act(line.id, 'reopen')).body.code).toBe('chain_line_closed')
    const back = await act(line.id, 'unpost-fee', { reason: 'Не та поставка' })
    expect(back.body).toMatchObject({ status: 'new', match: null })
    expect(await held()).toEqual([expect.closeTo(left, 9), expect.closeTo(came1, 9)])
    expect((await act(second.id, 'post-move', { delivery_id: id })).status).toBe(200)
  })
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 20, 0, minute))

describe('a node', () => {
  const network = 'bitcoin'
  let answer: History
  const movement = (txId: string, position: bigint, changed: Partial<Movement> = {}): Movement => ({
    txId,
    otherId: null,
    asset: 'BTC',
    direction: 'incoming',
    amount: 150_000n,
    fee: 0n,
    counterparty: null,
    position,
    at: at(Number(position)),
    ...changed,
  })
  let asked: (bigint | null)[] = []
  let clock = Date.now()

  async function round(given: History, on: 'bitcoin' | 'ton' = 'bitcoin') {
    answer = given
    // A wallet is asked about no more often than every five minutes.
    clock += 10 * 60_000
    const node = {
      network: on,
      history: async (_: string, { after }: { after: bigint | null }) => {
        asked.push(after)
        return answer
      },
    }
    const log = { debug: () => {} } as never
    const nodes = { [on]: node as unknown as ChainNode }
    await createChainRound({ db: server.db, now: () => new Date(clock), log, nodes }).run(
      new AbortController().signal,
    )
  }
  const whole = (movements: Movement[], floor: bigint, through: bigint, isWhole = true): History => ({
    movements,
    floor,
    through,
    isWhole,
  })
  const statement = async () =>
    (await owner.get('/v1/treasury/chain-statements')).body.items.find(
      (one: { wallet_id: string }) => one.wallet_id === treasury.wallet(network).id,
    )

  test('lists transactions once, takes one back, and brings it again', async () => {
    // Those of other organizations have the same answer, and keep their own lines.
    const [kept, gone] = [newHash(), newHash()]
    asked = []
    const acquisition = await acquire(owner, treasury, {
      asset: 'BTC',
      network,
      amount: '0.0015',
      tx_hash: gone,
    })
    const both = [movement(kept, 10n), movement(gone, 11n)]
    await round(whole(both, 0n, 12n))
    expect(asked[0]).toBeNull()
    const mine = async (hash: string) =>
      (await owner.get(`/v1/treasury/chain-lines?wallet_id=${treasury.wallet(network).id}`)).body.items.find(
        (one: { tx_hash: string }) => one.tx_hash === hash,
      )
    expect(await mine(gone)).toMatchObject({
      source: 'node',
      match: { kind: 'acquisition', id: acquisition.id },
    })
    asked = []
    await round(whole(both, 7n, 13n))
    expect(asked[0]).toBe(12n)
    expect((await statement()).open_lines).toBe(1)

    await round(whole([movement(kept, 10n)], 7n, 14n))
    const taken = await mine(gone)
    expect(taken).toMatchObject({ status: 'new', match: null, suggestions: [] })
    expect(taken.taken_back_at).not.toBeNull()
    expect((await act(taken.id, 'match', { acquisition_id: acquisition.id })).body.code).toBe(
      'chain_line_taken_back',
    )
    expect((await statement()).assets).toMatchObject([{ asset: 'BTC', listed: '0.0015' }])

    await round(whole(both, 7n, 15n))
    expect(await mine(gone)).toMatchObject({ taken_back_at: null, match: { kind: 'acquisition' } })
    expect((await statement()).assets).toMatchObject([{ listed: '0.003' }])
  })

  test('that lists too little leaves a gap, which a file closes that reaches from one end to the other', async () => {
    const [before, after] = [newHash(), newHash()]
    await round(whole([movement(before, 20n)], 20n, 20n))
    await round(whole([movement(after, 40n)], 40n, 40n, false))
    const { gaps } = await statement()
    expect(gaps).toEqual([{ from: at(20).toISOString(), until: at(40).toISOString() }])
    const list = (await owner.get('/v1/books/close?through=2026-01-31')).body
    expect(JSON.stringify(list)).toContain('chain_gap')
    const btc = { network, asset: 'BTC', amount: '0.0015' }
    const inside = row({ ...btc, hash: newHash(), at: at(30).toISOString() })
    expect(await imported(inside)).toMatchObject({ ended_gaps: 0 })
    const ends = [
      row({ ...btc, hash: before, at: at(20).toISOString() }),
      row({ ...btc, hash: after, at: at(40).toISOString() }),
    ]
    expect(await imported(...ends)).toMatchObject({ new_lines: 0, ended_gaps: 1 })
    expect((await statement()).gaps).toEqual([])
  })

  test('what comes back of a payment of tokens is of its transfer, and what tells of tokens is dust', async () => {
    const { organizationId: id } = treasury
    const wallet = treasury.wallet('ton')
    const entry = await givenEntry(owner, id, { network: 'ton', address: recipient })
    const terms = { network: 'ton', asset: 'USDT', amount: '1500000', fee_ceiling: '110000000' }
    const transfer = await givenTransfer(owner, { id, wallet, entry }, terms)
    const inputs = { ton: { seqno: 7, balance: '200000000', token_balance: '5000000' } }
    const { body } = await owner.post(transferPath(transfer.id, '/sign'), { inputs })
    const otherId = body.tx_id as string
    const [fee, tokens, rest] = [newHash(), newHash(), newHash()]
    const [other, tooMuch, notice] = [newHash(), newHash(), newHash()]
    const coins = { asset: 'TON', otherId, at: at(0) } as const
    const paid = { direction: 'outgoing', counterparty: recipient } as const
    await round(
      whole(
        [
          movement(fee, 1n, { ...coins, ...paid, amount: 0n, fee: 50_005_000n }),
          movement(tokens, 2n, { ...coins, ...paid, asset: 'USDT', amount: 1_500_000n }),
          movement(rest, 3n, { ...coins, amount: 30_000_000n, fee: 40n }),
          movement(other, 4n, { ...coins, otherId: null, amount: 30_000_000n }),
          movement(tooMuch, 5n, { ...coins, amount: 100_000_001n }),
          movement(notice, 6n, { ...coins, otherId: null, amount: 1n, fee: 30n }),
        ],
        0n,
        6n,
      ),
      'ton',
    )
    const { items } = (await owner.get(`/v1/treasury/chain-lines?wallet_id=${wallet.id}`)).body
    const of = (hash: string) => items.find((one: { tx_hash: string }) => one.tx_hash === hash)
    for (const hash of [fee, tokens, rest])
      expect(of(hash)).toMatchObject({ status: 'matched', match: { kind: 'transfer', id: transfer.id } })
    for (const hash of [other, tooMuch]) expect(of(hash)).toMatchObject({ status: 'new', match: null })
    expect(of(notice)).toMatchObject({ status: 'dust', fee: '0.00000003' })
    // A person who has seen it elsewhere may say so, but of no more than the fee.
    expect((await act(of(other).id, 'match', { transfer_id: transfer.id })).status).toBe(200)
    expect((await act(of(tooMuch).id, 'match', { transfer_id: transfer.id })).status).toBe(422)
  })
})
