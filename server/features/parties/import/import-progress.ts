import type { RegisterFormat } from './sources.ts'

/** How far an import is. */
export interface ImportProgress {
  phase: string
  bytes: number
  totalBytes: number
  parties: number
  skipped: number
  rejected: number
}

/** What was read from one of the files. */
export interface ImportedFile {
  name: string
  format: RegisterFormat | null
  parties: number
  skipped: number
  rejected: number
}
