import { beforeAll, describe, expect, test } from 'vitest'
import { numbersOf } from '../../server/features/purchase-requests/purchase-request-search.ts'
import { amountsOf } from '../../server/platform/search/amounts.ts'
import { transactionHashes } from '../../server/platform/search/transaction-hashes.ts'
import { oneC } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { givenCompany, issue } from '../support/given/given-paper.ts'
import { approve, givenBuyer, givenRequest, pay, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
})

async function find(q: string, by: Client = owner): Promise<Record<string, string>[]> {
  const { status, body } = await by.get(`/v1/search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body.items
}

describe('a purchase request', () => {
  test('is found by its number, however it is typed', async () => {
    const { id, number } = await givenRequest(owner, (await givenBuyer(server)).id)
    const [, year, digits] = number.split('-')
    const short = String(Number(digits))
    const typed = [number, number.toLowerCase(), `  ${number} `, `pr ${year} ${short}`, `PR${year}${digits}`]
    for (const q of [...typed, `ЗК-${year}-${digits}`, `${year}-${short}`, short, digits ?? '']) {
      const [first] = await find(q)
      expect(first, q).toMatchObject({ kind: 'purchase_request', id, title: number, matched: 'number' })
    }
  })

  test('is found by its external id, payment, transaction, destination and id', async () => {
    const buyer = await givenBuyer(server)
    const request = await givenRequest(owner, buyer.id, { external_id: 'Deal 17/б' }, review, approve, {
      ...pay,
      payment_reference: 'п/п № 4711',
    })
    const tx_hash = 'ab'.repeat(32)
    const sent = await owner.patch(`/v1/purchase-requests/${request.id}/status`, {
      status: 'completed',
      tx_hash,
    })
    expect(sent.status).toBe(200)
    const found = async (q: string) =>
      (await find(q))
        .filter(({ kind }) => kind === 'purchase_request')
        .map(({ id, matched }) => [id, matched])
    expect(await found('Deal 17/б')).toEqual([[request.id, 'external_id']])
    expect(await found('deal 17/Б')).toEqual([])
    for (const q of ['п/п № 4711', 'П/П №4711', 'пп 4711'])
      expect(await found(q), q).toEqual([[request.id, 'payment_reference']])
    expect(await found(tx_hash.toUpperCase())).toEqual([[request.id, 'transaction']])
    expect(await found(sent.body.destination_address)).toEqual([[request.id, 'address']])
    expect(await found(request.id.toUpperCase())).toEqual([[request.id, 'id']])
  })
})

test('the number of an invoice leads to its own request, not to the one that has this number', async () => {
  const company = await givenCompany(owner)
  const numbered = await givenRequest(owner, (await givenBuyer(server)).id, {}, review, approve)
  // Issue invoices until one has the number of another request.
  const wanted = Number(numbered.number.slice(8))
  const { id: other } = await givenRequest(owner, (await givenBuyer(server)).id, {}, review, approve)
  let invoice = await issue(owner, { id: other }, { kind: 'invoice', company_id: company.id })
  while (Number(invoice.number.slice(5)) < wanted)
    invoice = await issue(owner, { id: other }, { kind: 'invoice', company_id: company.id })
  const { number } = invoice
  for (const q of [
    number,
    `счёт № ${number}`,
    `Счет на оплату ${number} от 30.01.2026`,
    `invoice ${number}`,
    `сч. ${wanted}`,
  ])
    expect((await find(q))[0], q).toMatchObject({
      kind: 'purchase_request',
      id: other,
      matched: 'invoice_number',
    })
  expect((await find(number))[1]).toMatchObject({ id: numbered.id, matched: 'number' })
  expect((await find(numbered.number))[0]).toMatchObject({ id: numbered.id, matched: 'number' })
  expect((await find(String(wanted)))[0]).toMatchObject({ id: numbered.id, matched: 'number' })
})

test('an organization is found by name, also in the wrong layout, by INN and by id', async () => {
  const { id, inn } = await givenOrganization(server)
  await owner.patch(`/v1/organizations/${id}`, {
    full_name: 'Общество «Подсолнух-42»',
    short_name: 'Подсолнух-42',
  })
  for (const [q, matched] of [
    ['подсолнух-42', 'name'],
    ['gjlcjkye[-42', 'name'],
    [inn, 'inn_or_ogrn'],
    [id, 'id'],
  ] as const) {
    const items = (await find(q)).filter(({ kind }) => kind === 'organization')
    expect(items[0], q).toMatchObject({ id, title: 'Подсолнух-42', subtitle: inn, matched })
  }
})

test('an organization is found without its legal form, with е for ё, and the very name comes first', async () => {
  const rename = async (full_name: string) => {
    const { id } = await givenOrganization(server)
    await owner.patch(`/v1/organizations/${id}`, { full_name, short_name: full_name })
    return id
  }
  const exact = await rename('ООО «Зелёный остров»')
  await rename('ООО «Зелёный остров плюс»')
  for (const q of ['зеленый остров', 'ЗЕЛЁНЫЙ  ОСТРОВ', 'ООО Зеленый остров', 'АО «Зелёный остров»'])
    expect((await find(q))[0], q).toMatchObject({ kind: 'organization', id: exact })
})

describe('a person behind an organization', () => {
  async function givenPerson(name: string, name_latin: string, more: object = {}) {
    const organization = await givenOrganization(server)
    const { status, body } = await owner.post(`/v1/organizations/${organization.id}/people`, {
      role: 'owner',
      schema: 'Person',
      share: '30',
      name,
      name_latin,
      ...more,
    })
    expect(status).toBe(201)
    return { kind: 'person', id: body.id, organization_id: organization.id, title: name }
  }

  test('is found by the name in either script, by whole words in any order, and by id', async () => {
    const person = await givenPerson('Щёткина-Ляхова Аграфена Тихоновна', 'Shchyotkina-Lyakhova Agrafena')
    const typed = ['щёткина', 'ЩЕТКИНА ЛЯХОВА агр', 'Shchyotkina', 'agrafena', 'Аграфена Щеткина', 'otnrbyf']
    for (const q of typed.slice(0, -1))
      expect(await find(q), q).toContainEqual(expect.objectContaining({ ...person, matched: 'name' }))
    expect(await find(person.id)).toContainEqual(expect.objectContaining({ ...person, matched: 'id' }))
    // «щеткина» on an English keyboard.
    expect(await find('otnrbyf')).toContainEqual(expect.objectContaining(person))
    expect(await find('Аграфена Иванова')).toEqual([])
  })

  test('is never found by a number of the person', async () => {
    const inn = '770123456703'
    const number = '4509 731846'
    const person = await givenPerson('Чугунов Ефим', 'Chugunov Efim', {
      citizenship: 'RU',
      inn,
      identity_document: { type: 'passport', number },
    })
    for (const q of [inn, number, number.replace(' ', ''), '731846']) {
      const found = await find(q)
      expect(
        found.map(({ id }) => id),
        q,
      ).not.toContain(person.id)
    }
  })
})

test('a document is found by its checksum and by how its name begins', async () => {
  const organization = await givenOrganization(server)
  const { body } = await upload(owner, organization, 'charter', pdf({}), {}, 'Устав 100%_новый.pdf')
  const expected = { kind: 'document', id: 'charter', organization_id: organization.id }
  expect(await find(body.file.sha256.toUpperCase())).toEqual([expect.objectContaining(expected)])
  expect(await find('устав 100%_')).toEqual([expect.objectContaining({ ...expected, matched: 'file_name' })])
  expect(await find('устав 100%x')).toEqual([])
  expect(await find('ecnfd 100%_')).toEqual([expect.objectContaining(expected)])
})

test('a document with many versions is found once', async () => {
  const organization = await givenOrganization(server)
  for (let version = 1; version <= 3; version++)
    await upload(owner, organization, 'charter', pdf({}), {}, `Версия-ёж ${version}.pdf`)
  expect(await find('версия-еж')).toEqual([
    expect.objectContaining({ kind: 'document', id: 'charter', organization_id: organization.id }),
  ])
})

test('a wallet is found by its address, and people by name and e-mail', async () => {
  const buyer = await givenBuyer(server)
  const wallet = await server.db
    .selectFrom('wallets')
    .select(['address', 'network'])
    .where('organization_id', '=', buyer.id)
    .where('network', '=', 'tron')
    .executeTakeFirstOrThrow()
  expect(await find(` ${wallet.address}`)).toEqual([
    expect.objectContaining({ kind: 'wallet', id: 'tron', organization_id: buyer.id, matched: 'address' }),
  ])
  const { email, name } = await server.db
    .selectFrom('administrators')
    .select(['email', 'name'])
    .where('id', '=', owner.id as string)
    .executeTakeFirstOrThrow()
  expect((await find(email)).map(({ kind, matched }) => [kind, matched])).toContainEqual([
    'administrator',
    'email',
  ])
  expect((await find(name)).map(({ kind }) => kind)).toContain('administrator')
})

test('an id of the audit log leads there', async () => {
  const { body } = await owner.post('/v1/api-keys', { name: 'Search', scopes: ['requests:read'] })
  const { id } = body.api_key
  expect(await find(id)).toEqual([expect.objectContaining({ kind: 'audit_object', id })])
})

test('only what the caller may see is found', async () => {
  const organization = await givenOrganization(server)
  const { body } = await upload(owner, organization, 'charter', pdf({}))
  const key = await owner.post('/v1/api-keys', { name: 'Narrow', scopes: ['requests:read'] })
  expect(await find(body.file.sha256, client(server, key.body.key))).toEqual([])
  const operator = await server.signIn('operator')
  expect((await find(owner.id as string, operator)).map(({ kind }) => kind)).not.toContain('administrator')
})

test.each(['%', '\\', '_', "'", '  ', '\u0000', 'a'.repeat(255), '😀', '0', '=1'])(
  '%j finds nothing, and is no error',
  async (q) => {
    const { status } = await owner.get(`/v1/search?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
  },
)

test('a number without a year is one of the last ten', () => {
  const at = new Date('2030-06-01')
  expect(numbersOf({ text: '7', otherLayout: undefined, at })).toHaveLength(10)
  expect(numbersOf({ text: 'pr-2026-7', otherLayout: undefined, at })).toEqual(['PR-2026-000007'])
  expect(numbersOf({ text: 'ООО 7', otherLayout: undefined, at })).toEqual([])
})

describe('money', () => {
  const account = '40702810900000012345'
  beforeAll(() => givenOwnAccounts(owner, [account]))

  test('is found by its amount, however it is written, and by the account of the payer', async () => {
    const buyer = await givenBuyer(server)
    const payer = '40702810600000067891'
    const request = await givenRequest(owner, buyer.id, { crypto_amount: '16268' }, review, approve)
    const party = { name: 'ООО «Лютик»', account: payer, inn: String(buyer.inn) }
    const line = { number: '9', on: '2026-01-30', amount: '1500000.00', to: account, party, purpose: 'Аванс' }
    const imported = await importFile(owner, oneC([line], { encoding: 'UTF-8' }))
    const [{ id }] = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items
    const payment = {
      amount: '1500000',
      currency: 'RUB',
      received_at: new Date().toISOString(),
      reference: 'П-1',
    }
    const paid = await owner.post(`/v1/purchase-requests/${request.id}/payments`, {
      ...payment,
      payer_account: payer,
    })
    expect(paid.status, JSON.stringify(paid.body)).toBe(201)
    const found = async (q: string, by = owner) =>
      (await find(q, by))
        .filter(({ matched }) => matched === 'amount' || matched === 'account')
        .map(({ kind, id, matched }) => `${kind} ${id} ${matched}`)
    const both = (matched: string) => [
      `purchase_request ${request.id} ${matched}`,
      `statement_line ${id} ${matched}`,
    ]
    const written = [
      '1500000',
      '1 500 000,00',
      '1\u00a0500\u00a0000',
      '1,500,000.00',
      '1.500.000,00',
      '1500000.0 ₽',
    ]
    for (const q of written) expect(await found(q), q).toEqual(both('amount'))
    expect((await find('1500000')).find(({ kind }) => kind === 'statement_line')).toMatchObject({
      title: 'ООО «Лютик»',
      subtitle: '1500000.00 RUB · 2026-01-30',
    })
    for (const q of [payer, '40702 810 6 0000 0067891']) expect(await found(q), q).toEqual(both('account'))
    // The total, to the kopeck.
    const total = request.total_amount
    expect(await found(total)).toEqual([`purchase_request ${request.id} amount`])
    expect(await found(String(Number(total) + 0.01))).toEqual([])
    expect(await found(payer.slice(0, 19))).toEqual([])
    // Whoever may not read requests finds none of their money.
    const scopes = ['organizations:read']
    const key = client(server, (await owner.post('/v1/api-keys', { name: 'crm', scopes })).body.key)
    expect(await found('1500000', key)).toEqual([])
    expect(await found(payer, key)).toEqual([])
  })

  test.each([
    ['1 500 000,00', ['1500000.00']],
    ["1'500'000.50", ['1500000.50']],
    ['1,500', ['1500', '1.500']],
    ['1.500', ['1500', '1.500']],
    ['12,5 USDT', ['12.5']],
    ['$ 99.90', ['99.90']],
    ['42', []],
    ['0,00', []],
    ['1 50 000', []],
    ['-500', []],
    ['PR-2026-000123', []],
    ['40702810900000012345', []],
  ])('«%s» is the amount %j', (text, amounts) => {
    expect(amountsOf(text)).toEqual(amounts)
  })
})

test('a transaction is the same in hexadecimal and in base64, and copied in groups', () => {
  const hex = `${'ab'.repeat(31)}fb`
  const base64 = Buffer.from(hex, 'hex').toString('base64')
  for (const typed of [hex, `0x${hex.toUpperCase()}`, `${hex.slice(0, 32)} ${hex.slice(32)}`, base64])
    expect(transactionHashes(typed), typed).toEqual(
      expect.arrayContaining([hex, `0x${hex}`, base64, base64.replaceAll('+', '-').replaceAll('/', '_')]),
    )
  const solana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  expect(transactionHashes(solana)).toEqual([solana])
})
