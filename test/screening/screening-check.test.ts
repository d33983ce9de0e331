import { beforeAll, describe, expect, test } from 'vitest'
import { completeInn } from '../../contract/values/identifiers.ts'
import { fc } from '../support/cases/properties.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'
import { importList } from './list-uploads.ts'

const server = startServer()
let owner: Client

const inn = completeInn('5001234567')
const companyInn = completeInn('770812345')
const checksummed = '0x52908400098527886E0F7030069857D2E4169EE7'
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const table = `id,schema,name,aliases,birth_date,countries,inn,passport,tax_number,crypto_addresses
p1,Person,"Veselkov, Arkadiy Timofeevich",Аркадий Весёлков,1961-03-14,ru,${inn},45 09 123456,,
c1,Company,OOO Zaryanka-Moretrans,,,ru,${companyInn},,DE-811128135,
w1,CryptoWallet,${checksummed},,,,,,,${bech32}
`

beforeAll(async () => {
  owner = await server.signIn('owner')
  expect((await importList(owner, 'own', { 'own.csv': table })).body).toMatchObject({
    entries: 3,
    rejected: 0,
  })
})

const check = (body: Record<string, unknown>) =>
  owner.post('/v1/screening/check', { schema: 'Person', ...body })
const nobody = { name: 'Nobody Whatsoever' }

describe('identifiers', () => {
  test.each([
    { given: inn, id: 'p1', reason: { kind: 'inn', value: inn } },
    { given: ` ${inn.slice(0, 4)}-${inn.slice(4)} `, id: 'p1', reason: { kind: 'inn', value: inn } },
    { given: '4509 123456', id: 'p1', reason: { kind: 'passport', value: '•••••••456' } },
    { given: 'de 811128135', id: 'c1', reason: { kind: 'tax', value: 'DE811128135' } },
  ])('$given is found, whatever the name', async ({ given, id, reason }) => {
    const { status, body } = await check({ ...nobody, identifiers: [given] })
    expect({ status, ...body }).toMatchObject({
      status: 200,
      items: [{ list: 'own', entry: { id }, score: 1, above_threshold: true }],
      state: 'current',
      generation: 1,
    })
    expect(body.items[0].reasons).toContainEqual({ code: 'identifier_equal', ...reason })
    expect(
      body.items[0].reasons.filter(({ code }: { code: string }) => code === 'identifier_equal'),
    ).toHaveLength(1)
  })

  test('a passport whose digits are by chance those of an INN is found as a passport', async () => {
    const { body: imported } = await importList(owner, 'passports', {
      'own.csv': `id,schema,name,passport\nx,Person,Some Person,${companyInn}\n`,
    })
    expect(imported.entries).toBe(1)
    const { body } = await check({ ...nobody, identifiers: [companyInn] })
    expect(
      body.items.map(({ list, entry }: { list: string; entry: { id: string } }) => `${list}:${entry.id}`),
    ).toEqual(['own:c1', 'passports:x'])
  })
})

describe('addresses', () => {
  test.each([
    checksummed,
    checksummed.toLowerCase(),
    `0x${checksummed.slice(2).toUpperCase()}`,
    `0x${checksummed.slice(2, 20).toLowerCase()}${checksummed.slice(20).toUpperCase()}`,
    ` ${checksummed}`,
    bech32,
    bech32.toUpperCase(),
    `bitcoin:${bech32}?amount=1`,
  ])('%s is found', async (address) => {
    const { body } = await check({ ...nobody, address })
    expect(body.items).toMatchObject([
      { entry: { id: 'w1', name: '', schema: 'Other' }, score: 1, reasons: [{ code: 'address_equal' }] },
    ])
  })

  test('another address is not', async () => {
    expect((await check({ ...nobody, address: `${checksummed.slice(0, -1)}8` })).body.items).toEqual([])
  })
})

describe('names', () => {
  test.each(['Весёлков Аркадий Тимофеевич', 'ВЕСЕЛКОВ АРКАДИЙ', 'Arkady Veselkov', 'Аркадий Т. Веселков'])(
    '%s',
    async (name) => {
      const { body } = await check({ name })
      expect(body.items[0]).toMatchObject({ entry: { id: 'p1', schema: 'Person' }, above_threshold: true })
      expect(body.items[0].reasons[0]).toMatchObject({ code: 'name', name, listed_name: expect.any(String) })
    },
  )

  test('birth date and country speak for and against, in any case', async () => {
    const name = 'Arkadiy Veselkov'
    const reasonsOf = async (more: object) => (await check({ name, ...more })).body.items[0]
    const same = await reasonsOf({ birth_date: '1961-03-14', countries: ['RU'] })
    expect(same.reasons).toMatchObject([
      { code: 'name' },
      { code: 'birth_date', agreement: 'equal', own: ['1961-03-14'], listed: ['1961-03-14'] },
      { code: 'country', agreement: 'equal', own: ['ru'], listed: ['ru'] },
    ])
    const other = await reasonsOf({ birth_date: '1990', countries: ['de'] })
    expect(other.reasons).toMatchObject([{}, { agreement: 'differs' }, { agreement: 'differs' }])
    expect(other.score).toBeLessThan(same.score)
  })

  test('a company is found under its Russian name', async () => {
    const { body } = await check({ schema: 'Company', name: 'ООО «Зарянка-Моретранс»' })
    expect(body.items[0]).toMatchObject({ entry: { id: 'c1' }, above_threshold: true })
  })

  test('at most a hundred, the best first', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, at) => `m${at},Person,Ermolay Tishchenko,19${10 + (at % 80)}\n`,
    )
    await importList(owner, 'many', { 'own.csv': `id,schema,name,birth_date\n${rows.join('')}` })
    const { body } = await check({ name: 'Ermolay Tishchenko', birth_date: '1950' })
    expect(body.items).toHaveLength(100)
    const scores = body.items.map(({ score }: { score: number }) => score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  })
})

test('what was imported is found by each of its names', async () => {
  const letters = [
    'абвгдеёжзийклмнопрстуфхцчшщыэюя',
    'abcdefghijklmnoprstuvwyz',
    'äöüßéčšžłñøå',
    'αβγδεζηθικλμνξοπρστυφχψω',
  ]
  const word = fc
    .constantFrom(...letters)
    .chain((alphabet) => fc.string({ unit: fc.constantFrom(...alphabet), minLength: 3, maxLength: 10 }))
  const name = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join(' '))
  const entry = fc.record({
    schema: fc.constantFrom('Person', 'Company'),
    names: fc.array(name, { minLength: 1, maxLength: 3 }),
  })
  const entries = fc.sample(entry, { numRuns: 40 })
  const rows = entries.map(
    ({ schema, names: [main, ...aliases] }, at) => `e${at},${schema},${main},${aliases.join(';')}\n`,
  )
  await importList(owner, 'sampled', { 'own.csv': `id,schema,name,aliases\n${rows.join('')}` })
  const missed: string[] = []
  for (const [at, { schema, names }] of entries.entries()) {
    for (const name of names) {
      const { body } = await check({ schema, name })
      const found = body.items.find(
        ({ list, entry }: { list: string; entry: { id: string } }) =>
          list === 'sampled' && entry.id === `e${at}`,
      )
      if (!found?.above_threshold) missed.push(`${schema} ${name}: ${found?.score}`)
    }
  }
  expect(missed).toEqual([])
})

test('a body that is not valid is 422, and searches are counted', async () => {
  const { status, body } = await check({
    name: '',
    birth_date: 'yesterday',
    countries: ['Russia'],
    colour: 1,
  })
  expect(status).toBe(422)
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual([
    'birth_date',
    'colour',
    'countries',
    'name',
  ])
  const before = (await metric(server, 'kontor_screening_searches_total')) as number
  await check(nobody)
  expect(await metric(server, 'kontor_screening_searches_total')).toBe(before + 1)
})
