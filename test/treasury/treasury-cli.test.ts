import { expect, test } from 'vitest'
import { givenStock } from '../support/given/given-stock.ts'
import { transfersOn } from '../support/given/given-transfer.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'
import { acquire } from './given-treasury.ts'

const server = startServer({ env: transfersOn })
const position = () =>
  runCli(['treasury', 'position'], { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

/** The cells of the row of ETH, by the heads of their columns. */
function ethIn(table: string): Record<string, string> {
  const [heads = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/))
  const row = rows.find(([asset]) => asset === 'ETH') ?? []
  return Object.fromEntries(heads.map((head, place) => [head, row[place] ?? '']))
}

test('the command shows what the position page does, and its exit code says whether clients lack coins', async () => {
  const stock = await givenStock(server)
  const short = await position()
  expect(short.code, short.stderr).toBe(1)
  expect(ethIn(short.stdout)).toMatchObject({ network: 'ethereum', held: '0', owed: '0.1', free: '-0.1' })
  const treasury = { companyId: stock.company.id, organizationId: stock.id, wallet: () => stock.wallet }
  await acquire(stock.owner, treasury, {
    asset: 'ETH',
    network: 'ethereum',
    amount: '1',
    cost: { currency: 'RUB', amount: '90000.00' },
  })
  const covered = await position()
  expect(covered.code, covered.stderr).toBe(0)
  const { items } = (await stock.owner.get('/v1/treasury/position')).body
  const { held, owed, free, on_chain } = items.find(({ asset }: { asset: string }) => asset === 'ETH')
  expect(ethIn(covered.stdout)).toMatchObject({ held, owed, free, on_chain: on_chain ?? '-' })
  expect(free).toBe('0.9')
})
