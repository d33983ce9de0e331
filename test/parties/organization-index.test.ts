import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createOrganizationIndex } from '../../server/features/parties/index/organization-index.ts'
import { searchForm } from '../../server/features/parties/model/search-form.ts'
import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { conjunctionOf, matches, type PartyTexts, textsOf } from '../support/given/party-conjunctions.ts'
import {
  givenOnboarded,
  givenParty,
  givenRegister,
  saveOrganization,
} from '../support/given/party-fixtures.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

/** Longer than an entry of the index. */
const longName = 'Сверхдлинноеназваниебезединогопробела'.repeat(6)
/** Organizations of the same rank, created in an order that is not the order of results. */
const peers = Array.from('бвгдежзикл', (letter) =>
  givenParty({ full_name: `ООО "Ровня ${letter}"` }),
).reverse()
const organizations = [
  ...generateParties(scaled(80, 150), 9),
  ...peers,
  givenParty({ full_name: `ООО "${longName}а"` }),
  givenParty({ full_name: `ООО "${longName}б"` }),
]
let rows: { inn: string; texts: PartyTexts }[]

beforeAll(async () => {
  for (const party of organizations) await givenOnboarded(server, party)
  rows = organizations
    .map((party) => ({ inn: party.inn, form: searchForm(party) }))
    .sort((a, b) => a.form.rank - b.form.rank || (a.inn < b.inn ? -1 : 1))
    .map(({ inn, form }) => ({ inn, texts: textsOf(form) }))
})

test.each([
  ['all prefixes rare', { maxRare: 1500, maxCounted: 10_000 }],
  ['some prefixes common', { maxRare: 5, maxCounted: 60 }],
  ['all prefixes common', { maxRare: 0, maxCounted: 1 }],
])('the index finds what a plain search finds, with %s', async (_how, limits) => {
  const parties = rows.map(({ texts }) => texts)
  await fc.assert(
    fc.asyncProperty(
      fc.array(conjunctionOf(parties), { minLength: 1, maxLength: 3 }),
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })),
      async (alternatives, limit) => {
        const index = createOrganizationIndex(server.db, limits)
        const found = await index.find(alternatives, limit)
        expect(found.map(({ inn }) => inn)).toEqual(
          rows
            .filter(({ texts }) => matches(texts, alternatives))
            .slice(0, limit)
            .map(({ inn }) => inn),
        )
      },
    ),
    { numRuns: runs(100) },
  )
})

test.each([0, 1500])('of one rank, the smallest INNs are found, with maxRare %i', async (maxRare) => {
  const index = createOrganizationIndex(server.db, { maxRare, maxCounted: 10_000 })
  const inns = peers.map(({ inn }) => inn).sort()

  const found = await index.find([[[{ kind: 'name', text: 'ровня' }]]], 3)

  expect(found.map(({ inn }) => inn)).toEqual(inns.slice(0, 3))
})

test.each([0, 1500])(
  'a prefix longer than an entry is checked in the text, with maxRare %i',
  async (maxRare) => {
    const text = `${longName}а`.toLowerCase()
    const index = createOrganizationIndex(server.db, { maxRare, maxCounted: 10_000 })

    expect(await index.find([[[{ kind: 'name', text }]]], 10)).toMatchObject([
      { inn: organizations.at(-2)?.inn },
    ])
    expect(await index.find([[[{ kind: 'name', text: text.slice(0, 200) }]]], 10)).toHaveLength(2)
  },
)

/** The rows of the index that should not be there, and those that are missing. */
async function differences(): Promise<unknown[]> {
  const expected = sql`select word, n, rank, inn from party_organization_entries where not is_in_register`
  const { rows } = await sql`
    (select word, n, rank, inn from party_organization_words except ${expected})
    union all
    (${expected} except select word, n, rank, inn from party_organization_words)
  `.execute(server.db)
  return rows
}

test('the index follows every change of an organization and of the register', async () => {
  const [party, ...others] = organizations.slice(0, 20)
  if (!party) throw new Error('there are organizations')
  const organization = await givenOnboarded(server, givenParty({ full_name: 'ООО "Первое имя"' }))
  const rename = (full_name: string) => saveOrganization(server, { ...organization, full_name })
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct n) as count from party_organization_words
    `.execute(server.db)
    return rows[0]?.count
  }
  expect(await count()).toBe(organizations.length + 1)

  await rename('ООО "Второе имя"')
  expect(await differences()).toEqual([])
  await saveOrganization(server, { ...organization, full_name: 'ООО "Второе имя"', legal_address: 'Казань' })
  expect(await differences()).toEqual([])

  const registered = givenParty({ inn: organization.inn as string, ogrn: organization.ogrn as string })
  await givenRegister(server.databaseUrl, [registered, party, ...others])
  expect(await differences()).toEqual([])
  expect(await count()).toBe(organizations.length - 20)

  await rename('ООО "Третье имя"')
  expect(await differences()).toEqual([])

  await givenRegister(server.databaseUrl, [party])
  expect(await differences()).toEqual([])
  expect(await count()).toBe(organizations.length)
  await rename('ООО "Четвёртое имя"')
  expect(await differences()).toEqual([])
})
