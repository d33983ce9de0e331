import { expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { startServer } from '../support/service/harness.ts'
import { importList, people, tableOf } from './list-uploads.ts'

/** Of which lists may use 28 MiB: a list of 9 MiB fits, because it needs three times as much while it is loaded. */
const server = startServer({ memory: 256 * 1024 * 1024 })

const entries = async () =>
  server.db.selectFrom('screening_lists').select(['name', 'entries', 'generation']).orderBy('name').execute()

test.runIf(isFull)(
  'a list that does not fit into memory is refused before it is loaded, beside others even sooner',
  async () => {
    const owner = await server.signIn('owner')
    const fits = tableOf(people(2_800))
    expect((await importList(owner, 'first', { 'list.csv': fits })).status).toBe(201)

    const beside = await importList(owner, 'second', { 'list.csv': fits })
    expect(beside.status).toBe(422)
    const [fault] = beside.body.detail
    expect(fault).toMatchObject({
      loc: ['body', 'file'],
      ctx: { code: 'list_too_large', needed: expect.any(Number), available: 28 },
    })
    expect(fault.msg).toBe(
      `The list needs about ${fault.ctx.needed} MiB of memory while it is loaded, the other lists included; there are 28 MiB for lists.`,
    )
    expect(fault.ctx.needed).toBeGreaterThan(28)

    const larger = await importList(owner, 'first', { 'list.csv': tableOf(people(12_000)) })
    expect(larger.status).toBe(422)
    expect(larger.body.detail[0].ctx.needed).toBeGreaterThan(fault.ctx.needed)

    expect(await entries()).toMatchObject([{ name: 'first', entries: 2_800 }])
    expect(await server.db.selectFrom('screening_staging').selectAll().execute()).toEqual([])
    // It still answers with what it had, and the same list can be imported again.
    expect((await importList(owner, 'first', { 'list.csv': fits })).body).toMatchObject({
      is_unchanged: true,
    })
  },
)
