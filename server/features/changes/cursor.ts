import type { Place } from './changes-store.ts'

export function writeCursor({ seq, mark }: Place): string {
  return `${seq}-${mark}`
}

/** The place that a cursor of the form in the contract names. */
export function readCursor(cursor: string): Place {
  const [seq, mark] = cursor.split('-') as [string, string]
  return { seq: Number(seq), mark }
}
