import type { Db } from '../../../platform/db/database.ts'

/** The order that the bank has executed, and whose money it moved. */
export interface LineDocument {
  number: string
  day: string
  name: string | null
  inn: string | null
}

/** What postings of lines are about, by the id of the posting of the line. */
export async function documentsOfLines(
  db: Db,
  postings: readonly string[],
): Promise<ReadonlyMap<string, LineDocument>> {
  if (postings.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_postings as posting')
    .innerJoin('statement_lines as line', 'line.id', 'posting.line_id')
    .select(['posting.id', 'document_number', 'booked_on', 'direction'])
    .select(['payer_name', 'payer_inn', 'receiver_name', 'receiver_inn'])
    .where('posting.id', 'in', postings)
    .execute()
  return new Map(
    rows.map(({ id, document_number: number, booked_on: day, direction, ...of }) => {
      const [name, inn] =
        direction === 'incoming' ? [of.payer_name, of.payer_inn] : [of.receiver_name, of.receiver_inn]
      return [id, { number, day, name, inn }]
    }),
  )
}
