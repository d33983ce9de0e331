import { sql } from 'kysely'
import type { ReplayPart } from '../audit-proofs/replay.ts'
import type { Proofs } from './proofs.ts'
import type { ComparedColumn } from './proven-column.ts'
import { provenBatch, provenRows } from './proven-rows.ts'

type Row = Record<string, unknown>

/** A part of `kontor audit verify`: compares the rows of a table with the proofs in this column. */
export function provenColumnReplay(
  { kind, table, key, column, fieldsOf, name, unproven, where = sql`true`, nameOf }: ComparedColumn,
  proofs: Pick<Proofs, 'isRight'> | undefined,
  /** What else is wrong with a row, in one sentence. */
  alsoWrong: (row: Row) => string | undefined = () => undefined,
): ReplayPart {
  const keys = sql.join(key.map((one) => sql.ref(one)))
  const proofOf = (row: Row) => row[column] as Buffer | null
  return provenRows<Row>({
    name,
    unproven: unproven ?? 'without a proof',
    isUnproven: (row) => unproven !== undefined && proofOf(row) === null,

    async page(db, last) {
      const after = last ? sql`and (${keys}) > (${sql.join(key.map((one) => last[one]))})` : sql``
      const { rows } = await sql<Row>`
        select * from ${sql.table(table)} where ${where} ${after}
        order by ${keys} limit ${sql.lit(provenBatch)}`.execute(db)
      return rows
    },

    async problemsOf(db, row) {
      const also = alsoWrong(row)
      if (also) return [also]
      const proof = proofOf(row)
      if (proof === null) return unproven ? [] : [`${nameOf(row)} was inserted: it has no proof.`]
      if (!proofs || (await proofs.isRight(db, kind, fieldsOf(row), proof))) return []
      return [`${nameOf(row)} was changed, or is not of the service.`]
    },
  })
}
