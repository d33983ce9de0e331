import { expect, test } from 'vitest'
import { valueAt } from '../../server/features/screening/matching/order-statistics.ts'
import { buildScreeningIndex } from '../../server/features/screening/matching/screening-index.ts'
import { completeEntry, type ListEntry } from '../../server/features/screening/model/entry.ts'
import type { Subject } from '../../server/features/screening/model/subject.ts'
import { fc } from '../support/cases/properties.ts'

test('the value at a place is that of the values in order', () => {
  const rank = fc.constantFrom(0, 0.25, 0.5, 0.75, 1, 1.0625, 1.5)
  fc.assert(
    fc.property(fc.array(rank, { minLength: 1, maxLength: 60 }), fc.nat(), (ranks, any) => {
      const place = any % ranks.length
      const values = Float32Array.from([...ranks, 9, 9])
      expect(valueAt(values, ranks.length, place)).toBe(Float32Array.from(ranks).sort()[place])
    }),
  )
})

function entryOf(
  id: string,
  schema: ListEntry['schema'],
  names: ListEntry['names'],
  more: Partial<ListEntry>,
) {
  const nothing = { birthDates: [], countries: [], identifiers: [], addresses: [], programs: [] }
  return completeEntry({ ...nothing, ...more, id, schema, names }) as ListEntry
}

const bornOn = (day: string) => [{ from: day, to: day, circa: false }]

test('a name that is of no interest for one entry is for another that has it', async () => {
  const names = [{ name: 'VESELKOV, Arkadiy', weak: false }]
  const far = (id: string) => entryOf(id, 'Person', names, { birthDates: bornOn('1980-01-01') })
  const index = await buildScreeningIndex([far('1'), entryOf('2', 'Person', names, {}), far('3')])
  const found = index.search(
    { schema: 'Person', names: ['Arkadiy Timofeevich Veselkov'], birthDate: '1961-03-14' },
    0.65,
  )
  expect(found.map(({ entry }) => entry.id)).toEqual(['2'])
})

const words = [
  'Arkadiy',
  'Arkadi',
  'VESELKOV',
  'Veselkova',
  'Timofeevich',
  'Tawfiq',
  'bin',
  'A.',
  'ООО',
  'Trading',
]
const name = fc
  .tuple(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([parts, isInverted]) => parts.join(isInverted ? ', ' : ' '))
// Few names and few values of all else, so that many entries share a name and differ otherwise.
const names = fc.array(name, { minLength: 1, maxLength: 4 })
const schema = fc.constantFrom('Person' as const, 'Company' as const, 'LegalEntity' as const)
const birthDate = fc.constantFrom(undefined, '1961-03-14', '1961', '1980-01-01')
const country = fc.constantFrom(undefined, 'ru', 'de')

test('an entry scores among others with the same names as it does alone', async () => {
  const entry = fc.record({ schema, name: fc.nat(), other: fc.nat(), weak: fc.boolean(), birthDate, country })
  const subject = fc.record({ schema, name: fc.nat(), birthDate, country })
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.array(entry, { minLength: 1, maxLength: 30 }),
      fc.array(subject, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(undefined, 0.65),
      async (pool, listed, asked, least) => {
        const nameOf = (number: number) => pool[number % pool.length] as string
        const entries = listed.map((one, id) => {
          const names = [
            { name: nameOf(one.name), weak: false },
            { name: nameOf(one.other), weak: one.weak },
          ]
          return entryOf(`${id}`, one.schema, names, {
            birthDates: one.birthDate?.length === 10 ? bornOn(one.birthDate) : [],
            countries: one.country ? [one.country] : [],
          })
        })
        const all = await buildScreeningIndex(entries)
        const alone = await Promise.all(entries.map((one) => buildScreeningIndex([one], all.words())))
        for (const { schema, name, birthDate, country } of asked) {
          const party: Subject = {
            schema,
            names: [nameOf(name)],
            birthDate,
            countries: country ? [country] : undefined,
          }
          const expected = alone
            .flatMap((index) => index.search(party, least))
            .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
          expect(all.search(party, least)).toEqual(expected)
        }
      },
    ),
  )
})
