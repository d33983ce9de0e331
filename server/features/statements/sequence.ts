import type { StatementWarning } from '../../../contract/books/statements.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Comparison, comparePeriods, listFollowing, putException } from './sequence-store.ts'

/**
 * Judges a statement that was just imported, and those that follow it: a missing day that comes later ends the exception
 * of the day after it. The caller holds the accounts. Returns the other statements whose warnings have changed.
 */
export async function judgeSequence(
  db: Db,
  statementId: string,
  at: Date,
): Promise<{ warnings: StatementWarning[]; changed: string[] }> {
  const warnings = (await comparePeriods(db, statementId)).flatMap(warningsOf)
  await putException(db, statementId, warnings, at)
  const changed: string[] = []
  for (const next of await listFollowing(db, statementId)) {
    const found = (await comparePeriods(db, next)).flatMap(warningsOf)
    if (await putException(db, next, found, at)) changed.push(next)
  }
  return { warnings, changed }
}

/** A statement of the same day says more about its opening balance than one of the days before. */
export function warningsOf(given: Comparison): StatementWarning[] {
  const { account, currency, opening: stated, same, before, added, missing } = given
  const warnings: StatementWarning[] = []
  if (same) {
    if (!same.is_equal)
      warnings.push({ code: 'contradiction', account, currency, stated, found: same.opening })
  } else if (before && !before.is_equal) {
    const code = before.is_adjacent ? 'contradiction' : 'gap'
    warnings.push({ code, account, currency, stated, found: before.closing, after: before.last_day })
  }
  if (added + missing > 0)
    warnings.push({ code: 'overlap', account, currency, stated: String(added), found: String(missing) })
  return warnings
}
