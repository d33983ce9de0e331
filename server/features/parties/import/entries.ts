import type { Party } from '../model/party.ts'

/** The result of reading one row. `line` is its position in the file. */
export type Entry =
  | { line: number; party: Party }
  | { line: number; fault: string }
  | { line: number; skipped: true }
