import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingTable } from '../../server/features/emergency-stop/signing-store.ts'
import { newestId, type ProvenTable } from '../../server/platform/proofs/proven-table.ts'
import { provenTables } from '../../server/proven-tables.ts'
import { randomFrom } from '../support/cases/random.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { fewer } from '../support/cases/thorough.ts'
import { firstOwner } from '../support/given/honest-service.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { startServer } from '../support/service/harness.ts'
import { defaultOrigin } from '../support/service/software-authenticator.ts'
import { createInstallation, problemsIn } from './installation.ts'
import { altered, type Row, type Saved } from './invented-rows.ts'
import type { Outcome, Recipe } from './recipe.ts'
import { recipesOf } from './recipes.ts'

/**
 * What somebody can try who does as they like with the database, and has no key of the vault: for each proven table each
 * proven column is changed, rows are swapped, copied, removed, and brought back as they were earlier. Each time the use of the
 * row is refused, and verification finds it.
 */
const provider = await startIdentityProvider({ service: defaultOrigin })
afterAll(() => provider.close())
const server = startServer({
  connections: 4,
  env: { ...firstOwner, ...provider.settings, KONTOR_TRANSFERS: 'on' },
})
const installation = createInstallation(server, provider)
const { database } = installation
const recipes = recipesOf(installation)
/** A run of the command takes longer than everything else that is tried on a table. */
const withCommand = chosen(2, recipes)

beforeAll(async () => {
  const parts = recipes.flatMap((recipe) => Object.values(recipe.parts ?? {}))
  await database.open([...provenTables, ...parts].map(({ table }) => table))
  await installation.start()
})
afterAll(() => database.close())

/**
 * All proven columns with `npm run test:full`, and otherwise two of each table, which the seed chooses. A key that is
 * generated follows from others.
 */
function columnsOf({ table, keyFrom, everyRun = [] }: Recipe): string[] {
  const columns = provenOf(table).filter((column) => !(keyFrom && table.key?.includes(column)))
  if (isFull) return [...columns, 'proof_revision']
  const random = randomFrom(seed + table.table.length)
  return [...new Set([...everyRun, random.pick(columns), random.pick(columns)])]
}

function provenOf({ columns, later = [] }: ProvenTable): string[] {
  return [...columns, ...later]
}

test('every proven table has a recipe, and every recipe a proven table', () => {
  const names = (tables: readonly ProvenTable[]) => tables.map(({ table }) => table).toSorted()
  expect(names(recipes.map(({ table }) => table))).toEqual(names(provenTables))
})

test.each(recipes)(
  'every column of $table.table is proven, or known to be only shown',
  async ({ table, shown }) => {
    const named = (await database.columnsOf(table.table)).map(({ name }) => name)
    expect(named.toSorted()).toEqual([...provenOf(table), ...shown, 'proof', 'proof_revision'].toSorted())
  },
)

test('the row that says that signing is on is missed, also if nobody has ever changed it', async () => {
  const saved = await database.read(signingTable, 'true')
  await database.replace(signingTable, ['true'])
  expect(await problemsIn(server)).toEqual(['Emergency stop: true was removed by somebody else.'])
  await database.replace(signingTable, [], [saved])
  expect(await problemsIn(server)).toEqual([])
})

describe.each(fewer(2, chosen(6, recipes)))('$table.table', (recipe) => {
  const { table, refusals, copy } = recipe
  let one: string
  let other: string | undefined

  beforeAll(async () => {
    ;({ one, other } = await recipe.given())
    expect(await problemsIn(server)).toEqual([])
    const also = [table.parts?.columns, await table.also?.(server.db, one)].flatMap((all) =>
      Object.keys(all ?? {}),
    )
    expect(Object.keys(recipe.parts ?? {})).toEqual(also)
  })

  const doneSoFar = async () => {
    await server.service.deferredAudit.flush()
    const { count } = await server.db
      .selectFrom('audit_events')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('action', '=', recipe.does ?? '')
      .where('outcome', '=', 'success')
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async function expectRefused(use: (() => Promise<Outcome>) | undefined): Promise<void> {
    if (!use) return
    // A second later at most, the node knows of every change.
    await server.service.register.demandCurrent()
    const before = await doneSoFar()
    expect(refusals).toContain(await use())
    expect(await doneSoFar()).toBe(before)
  }

  async function expectFound(...ids: string[]): Promise<void> {
    const problems = await problemsIn(server, table.name)
    for (const id of ids) expect(problems).toContainEqual(expect.stringContaining(`${table.name}: ${id} `))
  }

  /** Everything is as it was: verification finds nothing, and the row is used. */
  async function expectWell(): Promise<void> {
    await recipe.mend?.()
    expect(await problemsIn(server, table.name)).toEqual([])
    if (!recipe.use || recipe.isUsedOnce) return
    const before = await doneSoFar()
    expect(await recipe.use()).toBe('done')
    if (recipe.does) expect(await doneSoFar()).toBe(before + 1)
  }

  /** Writes rows in place of others: these are found, the use is refused, and everything is well when it is undone. */
  async function invent({
    instead = [],
    written = [],
    use = recipe.use,
  }: {
    instead?: readonly Saved[]
    written?: readonly { saved: Saved; changes: Row }[]
    use?: (() => Promise<Outcome>) | undefined
  }): Promise<void> {
    const before = instead.map(({ id }) => id)
    const after = await database.replace(
      table,
      before,
      written.map(({ saved: { text }, changes }) => ({ text, changes })),
    )
    try {
      await expectFound(...(after.length > 0 ? after : before))
      await expectRefused(use)
    } finally {
      await database.replace(table, [...before, ...after], instead)
    }
    await expectWell()
  }

  const keyOf = ({ row }: Saved) =>
    Object.fromEntries((recipe.keyFrom ?? table.key ?? ['id']).map((column) => [column, row[column]]))

  test.each(columnsOf(recipe))('%s that was changed', async (column) => {
    const saved = await database.read(table, one)
    const found = (await database.columnsOf(table.table)).find(({ name }) => name === column)
    const value = recipe.values?.[column] ?? altered(found?.type, saved.row[column])
    expect(value).not.toEqual(saved.row[column])
    await invent({ instead: [saved], written: [{ saved, changes: { [column]: value } }] })
  })

  test.each([
    ['without its proof', null],
    ['with a proof that is made up', `\\x${'ff'.repeat(36)}`],
  ])('a row %s', async (_how, proof) => {
    const saved = await database.read(table, one)
    await invent({ instead: [saved], written: [{ saved, changes: { proof } }] })
  })

  if (recipe.parts)
    test('what is proven of it in another table', async () => {
      for (const part of Object.values(recipe.parts ?? {})) {
        const columns = (await database.columnsOf(part.table)).filter(
          ({ name }) => !part.shown.includes(name),
        )
        const restore = await database.saveAll(part.table)
        for (const { name, type } of [{ name: undefined, type: undefined }, ...columns]) {
          await database.changePart(part, one, name, (value) => altered(type, value))
          try {
            await expectFound(one)
            await expectRefused(recipe.use)
          } finally {
            await restore()
          }
        }
      }
      await expectWell()
    })

  // Of signing there is one row.
  if (table.keyType !== 'boolean')
    test('two rows that were swapped, with their proofs', async () => {
      const [saved, second] = [await database.read(table, one), await database.read(table, other ?? '')]
      await invent({
        instead: [saved, second],
        written: [
          { saved: second, changes: keyOf(saved) },
          { saved, changes: keyOf(second) },
        ],
      })
    })

  if (copy)
    test('a copy under another key', async () => {
      const saved = await database.read(table, one)
      const changes = (await copy?.changes(saved.row)) ?? {}
      await invent({ written: [{ saved, changes }], use: copy?.use ?? recipe.use })
    })

  test('a row that was removed', async () => {
    await invent({ instead: [await database.read(table, one)] })
  })

  if (withCommand.includes(recipe))
    test('a row that was removed, which the command finds, too', async () => {
      const saved = await database.read(table, one)
      await database.replace(table, [one])
      try {
        const { code, problems } = await installation.honest.verify()
        expect([code, problems]).toEqual([1, await problemsIn(server)])
      } finally {
        await database.replace(table, [], [saved])
      }
    })

  if (recipe.isUsedOnce && recipe.later !== 'use')
    test('is used as the service wrote it', async () => {
      expect(await recipe.use?.()).toBe('done')
      expect(await problemsIn(server)).toEqual([])
    })

  if (recipe.later)
    test('an older state that was brought back', async () => {
      const before = await database.all(table)
      if (recipe.later === 'use') expect(await recipe.use?.()).toBe('done')
      else expect((await recipe.later?.(one))?.status).toBeLessThan(300)
      expect(await problemsIn(server)).toEqual([])
      const after = await database.all(table)
      const isIn = (rows: readonly Saved[]) => (row: Saved) => rows.some(({ text }) => text === row.text)
      const [gone, added] = [
        before.filter((row) => !isIn(after)(row)),
        after.filter((row) => !isIn(before)(row)),
      ]
      const changed = [...gone, ...added].map(({ id }) => id)
      await database.replace(table, changed, gone)
      try {
        await expectFound(table.newest ? newestId : one)
        await expectRefused(recipe.use)
      } finally {
        await database.replace(table, changed, added)
      }
      await recipe.mend?.()
      expect(await problemsIn(server)).toEqual([])
    })
})
