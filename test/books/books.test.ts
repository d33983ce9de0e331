import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { accounts } from '../../server/features/books/accounts.ts'
import type { Entry, Posting } from '../../server/features/books/posting.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { untilWaiting } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
let operator: Client
beforeAll(async () => {
  operator = await server.signIn('operator')
})

function payment(organizationId: string, amount: bigint, given: Partial<Posting> = {}): Posting {
  return {
    kind: 'payment',
    organizationId,
    fact: { type: 'payment', id: newId() },
    description: 'Payment',
    at: new Date('2026-01-31T20:59:59Z'),
    entries: [
      { account: accounts.bank(null), commodity: 'RUB', amount },
      { account: accounts.client(organizationId, 'RUB'), commodity: 'RUB', amount: -amount },
    ],
    ...given,
  }
}

const post = (posting: Posting) =>
  server.db.transaction().execute((db) => server.service.books.post(db, posting))

async function balancesOf(organizationId: string) {
  const { body } = await operator.get(`/v1/balances?organization_id=${organizationId}`)
  return Object.fromEntries(
    body.items.map(({ commodity, balance }: Record<string, string>) => [commodity, balance]),
  )
}

describe('a posting', () => {
  test('changes the balance of the client by exactly its amount, also if that is 9.3 ETH', async () => {
    const { id } = await givenOrganization(server)
    await post(payment(id, 1_000_01n))
    await post(payment(id, 50n))
    const wei = 9_300_000_000_000_000_001n
    await post(
      payment(id, 0n, {
        kind: 'delivery',
        entries: [
          { account: accounts.coins('ethereum', 'ETH', null), commodity: 'ETH', amount: -wei },
          { account: accounts.client(id, 'ETH'), commodity: 'ETH', amount: wei },
        ],
      }),
    )
    expect(await balancesOf(id)).toEqual({ RUB: '1000.51', ETH: '-9.300000000000000001' })
  })

  test('without a balance is refused before and by the database', async () => {
    const { id } = await givenOrganization(server)
    const one: Entry = { account: accounts.bank(null), commodity: 'RUB', amount: 1n }
    const other: Entry = { account: accounts.client(id, 'USD'), commodity: 'USD', amount: -1n }
    for (const entries of [[], [one], [one, other], [{ ...one, amount: 0n }]]) {
      await expect(post(payment(id, 0n, { entries }))).rejects.toThrow(RangeError)
    }
    const posting = sql`insert into book_postings
      (id, kind, organization_id, fact_type, fact_id, description, at, day, posted_at, entries)
      values (${newId()}, 'payment', ${id}, 'payment', ${newId()}, '', now(), current_date, now(), 2) returning id`
    const insert = (amounts: number[]) =>
      sql`with posting as (${posting})
        insert into book_entries select id, n, 'assets:bank:a', 'RUB', amount
        from posting, unnest(${amounts}::numeric[]) with ordinality as entry (amount, n)`.execute(server.db)
    await expect(insert([1, -2])).rejects.toMatchObject({ constraint: 'book_entries_balance' })
    await expect(insert([1, 1, -2])).rejects.toMatchObject({ constraint: 'book_entries_complete' })
    await expect(posting.execute(server.db)).rejects.toMatchObject({ constraint: 'book_postings_complete' })
    await insert([1, -1])
    expect(await balancesOf(id)).toEqual({})
  })

  test('of the same fact and kind is made once', async () => {
    const { id } = await givenOrganization(server)
    const posting = payment(id, 100n)
    await post(posting)
    await expect(post(posting)).rejects.toMatchObject({ constraint: 'book_postings_of_fact' })
    expect(await balancesOf(id)).toEqual({ RUB: '1.00' })
  })

  test('is never changed, and gets no further entries', async () => {
    const { id } = await givenOrganization(server)
    const { id: posting } = await post(payment(id, 100n))
    for (const table of ['book_postings', 'book_entries']) {
      await expect(sql`delete from ${sql.id(table)}`.execute(server.db)).rejects.toThrow('append-only')
      await expect(sql`truncate ${sql.id(table)} cascade`.execute(server.db)).rejects.toThrow('append-only')
    }
    await expect(sql`update book_postings set description = ''`.execute(server.db)).rejects.toThrow(
      'append-only',
    )
    await expect(sql`update book_entries set amount = amount * 2`.execute(server.db)).rejects.toThrow(
      'append-only',
    )
    await expect(
      sql`insert into book_entries values (${posting}, 3, 'assets:bank:a', 'RUB', 1),
        (${posting}, 4, 'assets:bank:b', 'RUB', -1)`.execute(server.db),
    ).rejects.toMatchObject({ constraint: 'book_entries_complete' })
  })

  test('is reversed with all that was posted for its fact, once', async () => {
    const { id } = await givenOrganization(server)
    const paid = payment(id, 700n)
    await post(paid)
    await post({
      ...paid,
      kind: 'reconciliation',
      entries: [
        { account: accounts.bank('40702810900000000001'), commodity: 'RUB', amount: 700n },
        { account: accounts.bank(null), commodity: 'RUB', amount: -700n },
      ],
    })
    // Half past midnight in Moscow.
    const at = new Date('2026-06-30T21:30:00Z')
    const reverse = (fact: Posting['fact']) =>
      server.db
        .transaction()
        .execute((db) => server.service.books.reverse(db, fact, { at, description: 'Mistake' }))
    await reverse(paid.fact)
    const days = await sql`
      select distinct day::text from book_postings
      where fact_id = ${paid.fact.id} and reverses is not null`.execute(server.db)
    expect(days.rows).toEqual([{ day: '2026-07-01' }])
    expect(await balancesOf(id)).toEqual({ RUB: '0.00' })
    const { rows } = await sql`
      select account, sum(amount)::text as sum from book_entries join book_postings on id = posting_id
      where fact_id = ${paid.fact.id} group by account having sum(amount) <> 0`.execute(server.db)
    expect(rows).toEqual([])
    await expect(reverse(paid.fact)).rejects.toMatchObject({ code: '23505' })
    await expect(reverse({ type: 'payment', id: newId() })).rejects.toThrow('There is no posting')
  })

  test('at the same time as others of the same client loses nothing', async () => {
    const { id } = await givenOrganization(server)
    await Promise.all(Array.from({ length: 20 }, (_, n) => post(payment(id, BigInt(n + 1)))))
    expect(await balancesOf(id)).toEqual({ RUB: '2.10' })
  })
})

describe('the list of balances', () => {
  test('shows organizations with a balance, page by page, and one with all that it ever had', async () => {
    const organizations = [await givenOrganization(server), await givenOrganization(server)]
    const [one, even] = organizations.map(({ id }) => id) as [string, string]
    await post(payment(one, 100n))
    await post(payment(even, 100n))
    await post(payment(even, -100n))
    const seen: Record<string, unknown>[] = []
    let cursor = ''
    do {
      const { status, body } = await operator.get(`/v1/balances?limit=1${cursor}`)
      expect(status).toBe(200)
      seen.push(...body.items)
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(seen.filter(({ organization_id }) => organization_id === one)).toEqual([
      {
        organization_id: one,
        organization: { inn: organizations[0]?.inn, short_name: expect.anything() },
        commodity: 'RUB',
        balance: '1.00',
      },
    ])
    expect(seen.filter(({ organization_id }) => organization_id === even)).toEqual([])
    expect(await balancesOf(even)).toEqual({ RUB: '0.00' })
    expect(await balancesOf(newId())).toEqual({})
  })

  test.each(['?organization_id=none', '?cursor=none', '?limit=0', '?commodity=RUB'])(
    '%s is 422',
    async (query) => {
      expect((await operator.get(`/v1/balances${query}`)).status).toBe(422)
    },
  )

  test('needs a permission', async () => {
    expect((await server.anonymous.get('/v1/balances')).status).toBe(401)
    const owner = await server.signIn('owner')
    const { body } = await owner.post('/v1/api-keys', { name: 'CRM', scopes: ['organizations:read'] })
    const key = client(server, body.key)
    for (const path of ['/v1/balances', '/v1/books/export?format=csv']) {
      expect((await key.get(path)).body).toMatchObject({ code: 'forbidden' })
    }
  })
})

describe('the export', () => {
  test('is a file of the days, and is recorded', async () => {
    const { id, inn } = await givenOrganization(server, { short_name: 'ООО «Ромашка»' })
    const before = payment(id, 100n, { at: new Date('2025-12-31T20:59:59Z') })
    const during = payment(id, 50n, { at: new Date('2026-12-31T20:59:59Z'), description: '=1;\n«Ромашка»' })
    await post(before)
    await post(during)
    // Half past midnight in Moscow is of the next day.
    await post(payment(id, 25n, { at: new Date('2026-12-31T21:30:00Z') }))
    const days = 'from=2026-12-31&to=2026-12-31'
    const journal = await operator.get(`/v1/books/export?format=hledger&${days}`)
    expect(journal.headers.get('content-disposition')).toBe(
      'attachment; filename="books-2026-12-31-2026-12-31.journal"',
    )
    expect(journal.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const account = accounts.client(id, 'RUB')
    expect(journal.body).toContain('commodity 1000.00 RUB\n')
    expect(journal.body).toContain(`\naccount ${account}  ; client:ООО «Ромашка», inn:${inn}\n`)
    expect(journal.body).toContain(`    ${account}  -1.00 RUB\n`)
    expect(journal.body).toMatch(
      new RegExp(
        `\n2026-12-31 \\(payment\\) =1, «Ромашка»\n {4}; posting:[^\n]*organization:${id}, client:ООО «Ромашка», inn:${inn}, fact:payment/`,
      ),
    )
    expect(journal.body).not.toContain('2027')
    const table = await operator.get(`/v1/books/export?format=csv&${days}`)
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = table.body.split('\r\n').filter((line: string) => line.includes(account))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(',opening,Opening balances,')
    for (const line of lines) expect(line).toMatch(new RegExp(`,ООО «Ромашка»,${inn}$`))
    expect(table.body).toContain(`"'=1;\n«Ромашка»"`)
    const recorded = await server.db
      .selectFrom('audit_events')
      .select('event')
      .where('action', '=', 'books.exported')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(recorded.event)).toMatchObject({
      actor_id: operator.id,
      details: { format: 'csv', from: '2026-12-31', to: '2026-12-31' },
    })
  })

  test.each([
    '',
    '?format=pdf',
    '?format=csv&from=yesterday',
    '?format=csv&to=2026-02-30',
    '?format=csv&x=1',
  ])('with %j is 422', async (query) => {
    expect((await operator.get(`/v1/books/export${query}`)).status).toBe(422)
  })

  // A posting with a lower number that is committed later would be missing in the middle.
  test('waits for a posting that is half-way', async () => {
    const { id } = await givenOrganization(server)
    const late = payment(id, 1n, { description: 'Half-way' })
    let reading: Promise<{ body: string }> | undefined
    await server.db.transaction().execute(async (db) => {
      await server.service.books.post(db, late)
      // It is sent with what follows it.
      await sql`select 1`.execute(db)
      reading = operator.get('/v1/books/export?format=csv')
      await untilWaiting(server.db, 1)
    })
    expect((await reading)?.body).toContain('Half-way')
  })
})

describe('the command', () => {
  const environment = () => ({ DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

  test('writes the same file as the operation', async () => {
    const file = join(mkdtempSync(join(inject('runDir'), 'books-')), 'books.csv')
    const days = ['--from', '2026-01-01', '--to', '2026-12-31']
    const written = await runCli(
      ['books', 'export', '--format', 'csv', ...days, '--output', file],
      environment(),
    )
    expect(written).toEqual({ code: 0, stdout: '', stderr: '' })
    const { body } = await operator.get('/v1/books/export?format=csv&from=2026-01-01&to=2026-12-31')
    expect(readFileSync(file, 'utf8')).toBe(body)
    expect(statSync(file).mode & 0o077).toBe(0)
    const printed = await runCli(['books', 'export', ...days], environment())
    expect(printed.stdout).toBe(
      (await operator.get('/v1/books/export?format=hledger&from=2026-01-01&to=2026-12-31')).body,
    )
  })

  test.each([
    [['--format', 'pdf'], '--format should be hledger, csv or journal'],
    [['--from', '2026-02-30'], '--from should be a day such as 2026-01-31'],
    [['more'], 'this command takes no arguments'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await runCli(['books', 'export', ...args], environment())
    expect(code).not.toBe(0)
    expect(stderr).toContain(message)
  })

  test('that cannot write its file says so', async () => {
    const { code, stderr } = await runCli(
      ['books', 'export', '--output', '/none/books.journal'],
      environment(),
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^kontor: a file cannot be read or written: ENOENT/m)
  })

  // Last, because the books of this file are wrong from here on.
  test('verify finds what was written past the service', async () => {
    const good = await runCli(['books', 'verify'], environment())
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The books balance\.\n(Note: no company of the desk has .*\n)+$/),
    })
    const { id } = await givenOrganization(server)
    const { id: posting } = await post(payment(id, 100n))
    await server.db.transaction().execute(async (db) => {
      await sql`alter table book_entries disable trigger user`.execute(db)
      await sql`update book_entries set amount = amount * 2 where posting_id = ${posting} and n = 2`.execute(
        db,
      )
      await sql`delete from book_entries where posting_id = ${posting} and n = 1`.execute(db)
      await sql`alter table book_entries enable trigger user`.execute(db)
    })
    const wrong = await runCli(['books', 'verify'], environment())
    expect(wrong.code).toBe(1)
    expect(wrong.stdout.split('\n').filter((line) => line.startsWith('THE BOOKS'))).toEqual([
      `THE BOOKS DO NOT BALANCE. The entries of posting ${posting} sum to -2.00 RUB, not to 0.`,
      `THE BOOKS DO NOT BALANCE. Posting ${posting} has 1 entries and was made with 2.`,
      `THE BOOKS DO NOT BALANCE. The balance of organization ${id} is 1.00 RUB, its entries say 2.00.`,
    ])
  })
})
