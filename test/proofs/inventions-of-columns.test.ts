import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provenColumns } from '../../server/proven-tables.ts'
import { randomFrom } from '../support/cases/random.ts'
import { isFull } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { firstOwner } from '../support/given/honest-service.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { startServer } from '../support/service/harness.ts'
import { defaultOrigin } from '../support/service/software-authenticator.ts'
import { createInstallation, problemsIn } from './installation.ts'
import { altered, type Row, type Saved } from './invented-rows.ts'
import type { Outcome } from './recipe.ts'
import { type ColumnRecipe, type Given, recipesOfColumns } from './recipes-of-columns.ts'

/** The same as `inventions.test.ts` for what is proven in a column of a table that is not declared as a proven one. */
const provider = await startIdentityProvider({ service: defaultOrigin })
afterAll(() => provider.close())
const server = startServer({
  connections: 4,
  env: { ...firstOwner, ...provider.settings, KONTOR_TRANSFERS: 'on' },
})
const installation = createInstallation(server, provider)
const { database } = installation
const recipes = recipesOfColumns(installation)

beforeAll(async () => {
  await database.open(provenColumns.map(({ table }) => table))
  await installation.start()
})
afterAll(() => database.close())

/** All of them with `npm run test:full`, and otherwise two, which the seed chooses. */
function chosenOf({ proven, column }: ColumnRecipe): string[] {
  if (isFull) return [...proven]
  const random = randomFrom(seed + column.kind.length)
  return [...new Set([random.pick(proven), random.pick(proven)])]
}

test('every proven column has a recipe, and every recipe a proven column', () => {
  const names = (all: readonly { table: string; column: string }[]) =>
    all.map(({ table, column }) => `${table}.${column}`).toSorted()
  expect(names(recipes.map(({ column }) => column))).toEqual(names(provenColumns))
})

test.each(recipes)('every column of $column.table is proven, or known to be only shown', async (recipe) => {
  const { column, proven, shown } = recipe
  const named = (await database.columnsOf(column.table)).map(({ name }) => name)
  expect(named.toSorted()).toEqual([...proven, ...shown, column.column].toSorted())
})

const found = async (row: Row, { nameOf }: ColumnRecipe): Promise<void> =>
  expect(await problemsIn(server)).toContainEqual(expect.stringContaining(nameOf(row)))

async function refused(use: () => Promise<Outcome>): Promise<void> {
  await server.service.register.demandCurrent()
  const outcome = await use()
  expect(outcome).not.toBe('done')
  expect(outcome).not.toMatch(/^500/)
}

describe.each(recipes)('$column.kind in $column.table', (recipe) => {
  const { column: table, column: proofs } = recipe

  /** Writes a row in place of the given one: it is found and refused. Afterwards everything is as it was. */
  async function invent(
    given: Given,
    changes: (saved: Saved) => Row | undefined,
    { isFound = true }: { isFound?: boolean } = {},
  ): Promise<void> {
    const saved = await database.read(table, given.one)
    const changed = changes(saved)
    const written = changed ? [{ text: saved.text, changes: changed }] : []
    const ids = await database.replace(table, [given.one], written)
    try {
      if (isFound) await found({ ...saved.row, ...changed }, recipe)
      await refused(given.use)
    } finally {
      await database.replace(table, [given.one, ...ids], [saved])
    }
    expect(await problemsIn(server)).toEqual([])
  }

  test('is used as the service wrote it', async () => {
    const { use } = await recipe.given()
    expect(await problemsIn(server)).toEqual([])
    expect(await use()).toBe('done')
    expect(await problemsIn(server)).toEqual([])
  })

  test.each(chosenOf(recipe))('%s that was changed', async (name) => {
    const given = await recipe.given()
    const type = (await database.columnsOf(table.table)).find((one) => one.name === name)?.type
    const values = recipe.values?.(given) ?? {}
    await invent(given, ({ row }) => {
      const value = name in values ? values[name] : altered(type, row[name])
      expect(value).not.toEqual(row[name])
      return { [name]: value }
    })
  })

  test('a row without its proof', async () => {
    await invent(await recipe.given(), () => ({ [proofs.column]: null }), { isFound: !recipe.mayLackProof })
  })

  test('a row with a proof that is made up', async () => {
    await invent(await recipe.given(), () => ({ [proofs.column]: `\\x00000001${'ff'.repeat(32)}` }))
  })

  test('a row with the proof of another one', async () => {
    const given = await recipe.given()
    const { row } = await database.read(table, given.other)
    await invent(given, () => ({ [proofs.column]: row[proofs.column] }))
  })

  test('a row that was removed', async () => {
    await invent(await recipe.given(), () => undefined, { isFound: !recipe.mayBeGone })
  })

  const { end } = recipe
  if (end)
    test('a row that has ended, and was brought back', async () => {
      const given = await recipe.given()
      const saved = await database.read(table, given.one)
      await end(given)
      const after = await database.read(table, given.one)
      expect(after.text).not.toBe(saved.text)
      await database.replace(table, [given.one], [saved])
      try {
        await found(saved.row, recipe)
        await refused(given.use)
      } finally {
        await database.replace(table, [given.one], [after])
      }
      expect(await problemsIn(server)).toEqual([])
    })
})
