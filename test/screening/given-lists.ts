import { until } from '../support/processes/until.ts'
import type { Client, TestServer } from '../support/service/harness.ts'
import { importList } from './list-uploads.ts'

/** A row of a national list. */
export interface Listed {
  id: string
  name: string
  schema?: string
  aliases?: string
  birth_date?: string
  inn?: string
  passport?: string
  registration_number?: string
  crypto_addresses?: string
  programs?: string
}

const columns = [
  'id',
  'name',
  'schema',
  'aliases',
  'birth_date',
  'inn',
  'passport',
  'registration_number',
  'crypto_addresses',
  'programs',
] as const

export function listOf(rows: readonly Listed[]): string {
  const lines = rows.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(','))
  return [columns.join(','), ...lines].join('\n')
}

/** Publishes the list, and waits until all parties are compared with it. */
export async function publish(
  server: Pick<TestServer, 'db'>,
  owner: Client,
  list: string,
  rows: readonly Listed[],
): Promise<number> {
  const { status, body } = await importList(owner, list, { 'list.csv': listOf(rows) }, { force: 'true' })
  if (status !== 201) throw new Error(`importing: ${status} ${JSON.stringify(body)}`)
  await untilCompared(server, body.generation)
  return body.generation
}

/** Waits until the pass of this generation is finished and no party waits to be compared. */
export async function untilCompared({ db }: Pick<TestServer, 'db'>, generation: number): Promise<void> {
  await until(
    `generation ${generation} is compared`,
    async () => {
      const { done } = await db
        .selectFrom('screening_passes')
        .select(({ fn }) => fn.max('generation').as('done'))
        .where('finished_at', 'is not', null)
        .executeTakeFirstOrThrow()
      const due = await db.selectFrom('screening_subjects').select('id').where('is_due', '=', true).execute()
      return (done ?? 0) >= generation && due.length === 0
    },
    { every: 20 },
  )
}

/** The hits of an organization, the oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: the schema of each response is checked on arrival
export async function hitsOf(client: Client, organizationId: string): Promise<any[]> {
  const { body } = await client.get(`/v1/screening/hits?organization_id=${organizationId}&limit=100`)
  return body.items.toReversed()
}
