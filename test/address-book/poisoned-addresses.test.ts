import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { accountOf, base58check, checkAddress } from '../../contract/wallets/addresses.ts'
import { canonicalJson } from '../../server/platform/canonical-json.ts'
import { testRandom } from '../support/cases/seed.ts'
import { givenOrganization } from '../support/given/factories.ts'
import {
  approve,
  complete,
  givenBuyer,
  givenRequest,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  newTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { auditOf, givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import {
  add,
  bookPath,
  declared,
  givenEntry,
  newTronAddress,
  resetPolicy,
  setPolicy,
} from './given-address.ts'
import { poisonOf } from './random-addresses.ts'

const server = startServer({ env: transfersOn })
afterEach(() => resetPolicy(server))

const inFull = { compared_in_full: true }
const newAddress = () => checksummed(`0x${randomBytes(20).toString('hex')}`)

function checksummed(address: string): string {
  const check = checkAddress('ethereum', address)
  if (!check.valid) throw new Error(`${address} is no address`)
  return check.address
}

/** An address of ethereum with these ends of another one, in its usual spelling. */
function poison(address: string, leading = 4, trailing = 3): string {
  const digits = address.slice(2).toLowerCase()
  const middle = randomBytes(20)
    .toString('hex')
    .slice(leading, 40 - trailing)
  return checksummed(`0x${digits.slice(0, leading)}${middle}${digits.slice(40 - trailing)}`)
}

const onEthereum = (address: string, overrides: Record<string, unknown> = {}) =>
  declared({ network: 'ethereum', address, ...overrides })

/** An entry of another organization than the one that is poisoned. */
async function givenTrusted(owner: Client, address = newAddress(), overrides: Record<string, unknown> = {}) {
  const { id } = await givenOrganization(server)
  return givenEntry(owner, id, { network: 'ethereum', address, ...overrides })
}

describe('an entry', () => {
  test('that looks like one of another address book is compared in full first', async () => {
    const { id, owner } = await givenWallets(server)
    const trusted = await givenTrusted(owner, newAddress(), { label: 'Банк' })
    const body = onEthereum(poison(trusted.address))
    expect(await add(owner, id, body)).toMatchObject({
      status: 409,
      body: {
        code: 'address_looks_alike',
        context: {
          network: 'ethereum',
          address: body.address,
          resembles: [{ address: trusted.address, kind: 'address_book_entry', id: trusted.id, name: 'Банк' }],
        },
      },
    })
    expect((await add(owner, id, { ...body, compared_in_full: false })).status).toBe(409)
    expect(await auditOf(server, id, 'address.added')).toEqual([])
    expect((await add(owner, id, { ...body, ...inFull })).status).toBe(201)
    expect(await auditOf(server, id, 'address.added')).toMatchObject([
      { details: { compared_in_full: true, compared_with: [trusted.address] } },
    ])
    // The same address is no other one.
    const third = await givenOrganization(server)
    expect((await add(owner, third.id, { ...body, ...inFull })).status).toBe(201)
  })

  test('that looks like the wallet of an organization names the organization', async () => {
    const theirs = await givenWallets(server)
    const { id, owner } = await givenWallets(server)
    const wallet = walletOn(theirs.wallets, 'ethereum')
    const { name } = await server.db
      .selectFrom('organizations')
      .select(sql<string>`coalesce(short_name, full_name)`.as('name'))
      .where('id', '=', theirs.id)
      .executeTakeFirstOrThrow()
    const { body } = await add(owner, id, onEthereum(poison(wallet.address, 0, 7)))
    expect(body.context.resembles).toEqual([{ address: wallet.address, kind: 'wallet', id: wallet.id, name }])
    // A wallet that was replaced is still known.
    await theirs.owner.post(walletsPath(theirs.id, '/replace'), { reason: 'Утечка' })
    const again = await add(owner, id, onEthereum(poison(wallet.address, 7, 0)))
    expect(again.body.context.resembles).toMatchObject([{ kind: 'wallet', id: wallet.id }])
  })

  test('that looks like where a signed transfer went says so, also after the entry was removed', async () => {
    const payer = await givenPayer(server)
    const { id, owner, entry } = payer
    const unpaid = await givenEntry(owner, id, { network: 'ethereum', address: newAddress() })
    const { transfer } = await givenSigned(owner, payer, 0)
    for (const one of [entry, unpaid])
      expect((await owner.delete(bookPath(id, `/${one.id}`))).status).toBe(204)
    expect((await add(owner, id, onEthereum(poison(unpaid.address)))).status).toBe(201)
    const { body } = await add(owner, id, onEthereum(poison(entry.address)))
    expect(body.context.resembles).toEqual([
      { address: entry.address, kind: 'transfer', id: transfer.id, name: 'Биржа' },
    ])
  })

  test('lists every address that it looks like, each once', async () => {
    const { id, owner } = await givenWallets(server)
    const first = await givenTrusted(owner)
    const second = await givenTrusted(owner, poison(first.address, 7, 0), inFull)
    await givenTrusted(owner, first.address, inFull)
    const { body } = await add(owner, id, onEthereum(poison(first.address, 7, 0)))
    expect(body.context.resembles).toHaveLength(2)
    expect(body.context.resembles).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: first.address }),
        expect.objectContaining({ address: second.address, id: second.id }),
      ]),
    )
  })

  test('is compared whatever its case, and only with addresses of its network', async () => {
    const { id, owner } = await givenWallets(server)
    const trusted = await givenTrusted(owner)
    const alike = poison(trusted.address).toLowerCase()
    expect((await add(owner, id, onEthereum(alike))).body.code).toBe('address_looks_alike')
    expect((await add(owner, id, onEthereum(`0x${alike.slice(2).toUpperCase()}`))).body.code).toBe(
      'address_looks_alike',
    )
    // The same address in another case is the same address.
    expect((await add(owner, id, onEthereum(trusted.address.toLowerCase()))).status).toBe(201)
    // An address of bitcoin may begin like one of tron, and is none.
    const tron = tronAddressBelow('Q')
    await givenTrusted(owner, tron, { network: 'tron' })
    const bitcoin = bitcoinAddress(tron.slice(1, 6))
    expect((await add(owner, id, declared({ network: 'bitcoin', address: bitcoin }))).status).toBe(201)
  })

  test('of tron and of ton are compared, too', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const tron = walletOn(wallets, 'tron')
    const alike = poisonOfTron(tron.address)
    expect((await add(owner, id, declared({ address: alike }))).body).toMatchObject({
      code: 'address_looks_alike',
      context: { resembles: [{ kind: 'wallet', id: tron.id, address: tron.address }] },
    })
    const ton = walletOn(wallets, 'ton')
    const random = testRandom()
    for (const leading of [0, 2, 5]) {
      const address = poisonOf('ton', ton.address, { leading, trailing: 5 - leading }, random)
      expect((await add(owner, id, declared({ network: 'ton', address }))).body).toMatchObject({
        code: 'address_looks_alike',
        context: { resembles: [{ kind: 'wallet', id: ton.id }] },
      })
    }
    // The other spelling of a wallet is that wallet.
    const other = accountOf('ton', ton.address)
    expect((await add(owner, id, declared({ network: 'ton', address: other }))).body.code).toBe(
      'address_is_wallet',
    )
  })

  test('without look-alikes needs nothing, and the flag alone says nothing', async () => {
    const { id, owner } = await givenWallets(server)
    expect((await add(owner, id, onEthereum(newAddress(), inFull))).status).toBe(201)
    const [row] = await auditOf(server, id, 'address.added')
    expect(row.details).not.toHaveProperty('compared_in_full')
    expect((await add(owner, id, onEthereum(newAddress(), { compared_in_full: 'yes' }))).status).toBe(422)
  })

  test('is found without the indexes as well', async () => {
    const { id, owner } = await givenWallets(server)
    const trusted = await givenTrusted(owner)
    const names = ['wallets_by_start', 'wallets_by_end'].concat(
      ['start', 'end'].flatMap((end) => [`address_book_entries_by_${end}`, `deliveries_by_${end}`]),
    )
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(oid) as definition from pg_class where relname = any (${names})`.execute(
      server.db,
    )
    expect(rows).toHaveLength(6)
    for (const name of names) await sql`drop index ${sql.id(name)}`.execute(server.db)
    try {
      expect((await add(owner, id, onEthereum(poison(trusted.address)))).status).toBe(409)
    } finally {
      for (const { definition } of rows) await sql.raw(definition).execute(server.db)
    }
  })
})

test('those who approve an entry see that it was compared, and with what', async () => {
  const { id, owner } = await givenWallets(server)
  const voter = await server.signIn('owner')
  const trusted = await givenTrusted(owner)
  await setPolicy(owner, [{ act: 'address.add', approvals: 1, from: ['owner'] }])
  const body = onEthereum(poison(trusted.address), inFull)
  // Nobody is asked about what was not compared.
  expect((await add(owner, id, { ...body, compared_in_full: false })).body.code).toBe('address_looks_alike')
  const { approval_id } = (await add(owner, id, body)).body.context
  expect((await voter.get(`/v1/approvals/${approval_id}`)).body.content).toMatchObject({
    address: body.address,
    compared_in_full: true,
    resembles: [{ address: trusted.address, kind: 'address_book_entry', id: trusted.id, name: 'Биржа' }],
  })
  await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
  expect((await add(owner, id, body)).status).toBe(201)
})

describe('a transfer', () => {
  test('to an entry that was compared once asks only about what is trusted since', async () => {
    const payer = await givenPayer(server)
    const { id, owner } = payer
    const known = await givenTrusted(owner)
    const entry = await givenEntry(owner, id, {
      network: 'ethereum',
      address: poison(known.address),
      ...inFull,
    })
    expect(await givenTransfer(owner, { ...payer, entry })).toMatchObject({ compared_with: [] })

    const since = await givenTrusted(owner, poison(entry.address, 7, 3), inFull)
    const refused = await owner.post('/v1/transfers', newTransfer({ ...payer, entry }))
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'address_looks_alike',
        context: { address: entry.address, resembles: [{ address: since.address, id: since.id }] },
      },
    })
    expect(refused.body.context.resembles).toHaveLength(1)
    const made = await givenTransfer(owner, { ...payer, entry }, inFull)
    expect(made).toMatchObject({ to_address: entry.address, compared_with: [since.address] })
    expect((await auditOf(server, id, 'transfer.created')).at(-1)).toMatchObject({
      details: { compared_in_full: true, compared_with: [since.address] },
    })
  })

  test('is voted on with what its destination looks like, and signed once that was compared', async () => {
    const payer = await givenPayer(server)
    const { id, owner, entry } = payer
    const voter = await server.signIn('owner')
    const first = await givenTrusted(owner, poison(entry.address, 7, 0), inFull)
    const made = await givenTransfer(owner, payer, inFull)
    await setPolicy(owner, [{ act: 'transfer.sign', approvals: 1, from: ['owner'] }])
    const sign = (body: object = {}) =>
      owner.post(transferPath(made.id, '/sign'), { ...ethereumInputs(0), ...body })
    const asked = await sign()
    expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    const { content } = (await voter.get(`/v1/approvals/${asked.body.context.approval_id}`)).body
    expect(content).toMatchObject({
      to_address: entry.address,
      compared_in_full: true,
      resembles: [{ address: first.address, id: first.id }],
    })
    const { compared_in_full: _, resembles: __, leaves: ___, ...intent } = content
    expect(made.digest).toBe(createHash('sha256').update(canonicalJson(intent)).digest('hex'))

    // What has become trusted meanwhile is compared, too, and is something else to vote on.
    await resetPolicy(server)
    const second = await givenTrusted(owner, poison(entry.address, 0, 7), inFull)
    expect((await sign()).body).toMatchObject({
      code: 'address_looks_alike',
      context: { resembles: [{ address: second.address }] },
    })
    expect((await sign(inFull)).status).toBe(200)
    const [row] = await auditOf(server, id, 'transfer.signing')
    expect(row.details.compared_in_full).toBe(true)
    expect(row.details.compared_with.toSorted()).toEqual([first.address, second.address].toSorted())
  })

  test('to an own wallet is never asked about', async () => {
    const payer = await givenPayer(server)
    const { id, owner, wallet } = payer
    const made = (await owner.post(walletsPath(id, '/replace'), { reason: 'Утечка' })).body
    const current = walletOn(made.wallets, 'ethereum')
    await givenTrusted(owner, poison(current.address), inFull)
    expect((await givenTransfer(owner, { id, wallet, entry: current })).compared_with).toEqual([])
  })
})

describe('a purchase request', () => {
  const terms = { asset: 'ETH', network: 'ethereum', crypto_amount: '0.1', rate: '100000', fee_amount: '0' }
  const post = (owner: Client, organization_id: string, body: object) =>
    owner.post('/v1/purchase-requests', {
      organization_id,
      fiat_currency: 'RUB',
      accept_rate: true,
      ...terms,
      ...body,
    })

  test('to a typed address that looks like another one is compared when it is entered and corrected', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenBuyer(server)
    const trusted = await givenTrusted(owner)
    const destination_address = poison(trusted.address)
    expect(await post(owner, id, { destination_address })).toMatchObject({
      status: 409,
      body: { code: 'address_looks_alike', context: { resembles: [{ id: trusted.id }] } },
    })
    const made = await post(owner, id, { destination_address, ...inFull })
    expect(made.status).toBe(201)
    expect((await auditOf(server, id, 'purchase_request.created')).at(-1)).toMatchObject({
      details: { compared_in_full: true, compared_with: [trusted.address] },
    })
    const path = `/v1/purchase-requests/${made.body.id}`
    const other = { destination_address: poison(trusted.address), version: made.body.version }
    expect((await owner.patch(path, other)).body.code).toBe('address_looks_alike')
    // What is not about the destination asks nothing.
    const remark = await owner.patch(path, { comment: 'Срочно', version: made.body.version })
    expect(remark.status).toBe(200)
    const version = remark.body.version
    expect((await owner.patch(path, { ...other, version, ...inFull })).status).toBe(200)
    expect((await auditOf(server, id, 'purchase_request.corrected')).at(-1)).toMatchObject({
      details: { compared_in_full: true },
    })
  })

  test('is approved by who has compared its destination in full, and voters see what it looks like', async () => {
    const owner = await server.signIn('owner')
    const voter = await server.signIn('owner')
    const { id } = await givenBuyer(server)
    const destination_address = newTronAddress()
    const request = await givenRequest(owner, id, { destination_address }, review)
    const trusted = await givenTrusted(owner, poisonOfTron(destination_address), {
      network: 'tron',
      ...inFull,
    })
    await setPolicy(owner, [{ act: 'request.approve', approvals: 1, from: ['owner'] }])
    const move = (body: object) => owner.patch(`/v1/purchase-requests/${request.id}/status`, body)
    // It was entered when there was nothing that it looked like.
    expect(await move(approve)).toMatchObject({
      status: 409,
      body: {
        code: 'address_looks_alike',
        context: { address: destination_address, resembles: [{ address: trusted.address, id: trusted.id }] },
      },
    })
    const compared = { ...approve, ...inFull }
    const asked = await move(compared)
    expect(asked.body).toMatchObject({ code: 'approval_required' })
    const { approval_id } = asked.body.context
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body.content).toMatchObject({
      destination: destination_address,
      compared_in_full: true,
      resembles: [{ address: trusted.address, id: trusted.id }],
    })
    await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
    for (const step of [compared, pay, complete])
      expect(await move(step)).toMatchObject({ status: 200, body: { status: step.status } })
    expect(
      (await auditOf(server, id, 'purchase_request.status_changed')).find(
        ({ details }: { details: { to: string } }) => details.to === 'approved',
      ),
    ).toMatchObject({ details: { compared_in_full: true, compared_with: [trusted.address] } })
  })

  test('is approved without a question if it was compared when it was entered, or looks like nothing', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenBuyer(server)
    const trusted = await givenTrusted(owner, newTronAddress(), { network: 'tron' })
    const destination_address = poisonOfTron(trusted.address)
    const alike = await givenRequest(owner, id, { destination_address, ...inFull }, review)
    const usual = await givenRequest(owner, id, { destination_address: newTronAddress() }, review)
    const status = (request: { id: string }) => `/v1/purchase-requests/${request.id}/status`
    for (const request of [alike, usual])
      expect(await owner.patch(status(request), approve)).toMatchObject({ status: 200 })
    // Of other steps it says nothing.
    const cancelled = { status: 'cancelled', reason_code: 'customer_request', ...inFull }
    expect(await owner.patch(status(usual), cancelled)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'compared_in_full'] }] },
    })
  })

  test('that was delivered to a typed address makes that address a trusted one', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenBuyer(server)
    const other = await givenBuyer(server)
    const destination_address = newTronAddress()
    const request = await givenRequest(owner, id, { destination_address }, review, approve)
    const add = (address: string) =>
      givenRequest(owner, other.id, { destination_address: address, ...inFull }, review)
    // What is not delivered was not paid.
    expect((await add(poisonOfTron(destination_address))).status).toBe('in_review')
    for (const step of [pay, complete])
      expect((await owner.patch(`/v1/purchase-requests/${request.id}/status`, step)).status).toBe(200)
    const alike = await owner.post(
      bookPath(other.id),
      declared({ address: poisonOfTron(destination_address) }),
    )
    expect(alike).toMatchObject({
      status: 409,
      body: {
        code: 'address_looks_alike',
        context: {
          resembles: [
            { address: destination_address, kind: 'purchase_request', id: request.id, name: request.number },
          ],
        },
      },
    })
    // The same address once more is no other one.
    expect((await owner.post(bookPath(other.id), declared({ address: destination_address }))).status).toBe(
      201,
    )
  })
})

/** A valid address of tron with the first five characters of another one after the T. */
function poisonOfTron(address: string): string {
  return base58check.encode(startingWith(address.slice(0, 6), 34, 25).subarray(0, 21))
}

/** A valid address of bitcoin with these characters after the 1. */
function bitcoinAddress(start: string): string {
  return base58check.encode(Uint8Array.of(0, ...startingWith(start, 33, 24).subarray(0, 20)))
}

/** No character of a usual address of bitcoin after the 1 is above Q. */
function tronAddressBelow(digit: string): string {
  for (;;) {
    const address = newTronAddress()
    if ((address[1] as string) < digit) return address
  }
}

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes whose number in base58 has so many digits, the first of which are given; the last ten are random. */
function startingWith(start: string, digits: number, size: number): Buffer {
  const ends = ['1', 'z'].map((digit) =>
    [...start.padEnd(digits, digit)].reduce((sum, one) => sum * 58n + BigInt(base58Digits.indexOf(one)), 0n),
  ) as [bigint, bigint]
  const hex = ((ends[0] + ends[1]) / 2n).toString(16).padStart(size * 2, '0')
  return Buffer.concat([Buffer.from(hex, 'hex').subarray(0, size - 14), randomBytes(14)])
}
