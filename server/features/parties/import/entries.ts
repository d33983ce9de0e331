import type { Party } from '../party.ts'

/** What a reader makes of one row. `line` is where it stands in its file. */
export type Entry =
  | { line: number; party: Party }
  | { line: number; fault: string }
  | { line: number; skipped: true }
