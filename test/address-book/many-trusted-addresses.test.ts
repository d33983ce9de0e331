import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Network, networks } from '../../contract/money/networks.ts'
import { endsToLookUp } from '../../contract/wallets/alike-addresses.ts'
import { hasOneOfEnds } from '../../server/platform/db/text-ends.ts'
import { scaled } from '../support/cases/scale.ts'
import { testRandom } from '../support/cases/seed.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { givenWallets } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'
import { add, declared } from './given-address.ts'
import { randomAddress } from './random-addresses.ts'

const server = startServer()
const many = scaled(20_000, 300_000)

test(`an address is found among ${many} by its ends: no table is read as a whole`, async () => {
  const { id, owner } = await givenWallets(server)
  const { rows } = await sql<{ id: string }>`select id from administrators limit 1`.execute(server.db)
  const client = new pg.Client({ connectionString: superuserUrl(server.databaseUrl) })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into wallets (id, organization_id, network, address, derivation_path, scheme, created_at)
       select gen_random_uuid(), gen_random_uuid(), 'ethereum', '0x' || left(md5('a' || n) || md5('b' || n), 40), 'm', 's', now()
       from generate_series(1, ${many}) as n`,
    )
    await client.query(
      `insert into address_book_entries
         (id, organization_id, network, address, account, label, owner, ownership, usable_from, created_by, created_by_name, created_at)
       select gen_random_uuid(), gen_random_uuid(), 'ethereum', made, made, 'Many ' || n, 'Many', 'declared', now(), $1, 'Many', now()
       from generate_series(1, ${many}) as n, lateral (select '0x' || left(md5('c' || n) || md5('d' || n), 40)) as of (made)`,
      [rows[0]?.id],
    )
    await client.query(
      `insert into deliveries
         (id, request_id, tx_hash, amount, asset, network, destination_address, actor_kind, actor_name, at)
       select gen_random_uuid(), gen_random_uuid(), 'tx' || n, 1, 'ETH', 'ethereum',
         '0x' || left(md5('e' || n) || md5('f' || n), 40), 'administrator', 'Many', now()
       from generate_series(1, ${many}) as n`,
    )
    await client.query('analyze wallets; analyze address_book_entries; analyze deliveries')
  } finally {
    await client.end()
  }
  const random = testRandom()
  for (const network of networks)
    for (const [table, column] of [
      ['wallets', 'address'],
      ['address_book_entries', 'account'],
      ['deliveries', 'destination_address'],
    ] as const)
      expect(await planOf(table, column, network, randomAddress(network, random))).not.toContain('Seq Scan')

  // 0x, four digits of the one and the last three: as many as it needs.
  const [known] = await server.db
    .selectFrom('address_book_entries')
    .select(['id', 'account'])
    .where('label', '=', `Many ${many}`)
    .execute()
  const account = known?.account as string
  const address = `${account.slice(0, 6)}${'5a'.repeat(16)}0${account.slice(-3)}`
  const refused = await add(owner, id, declared({ network: 'ethereum', address }))
  expect(refused).toMatchObject({ status: 409, body: { code: 'address_looks_alike' } })
  expect(refused.body.context.resembles).toContainEqual({
    address: account,
    kind: 'address_book_entry',
    id: known?.id,
    name: `Many ${many}`,
  })
})

async function planOf(table: string, column: string, network: Network, account: string): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from ${sql.table(table)}
    where network = ${network} and ${hasOneOfEnds(column, endsToLookUp(network, account))}
  `.execute(server.db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
