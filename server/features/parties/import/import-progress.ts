import type { RegisterFormat } from './sources.ts'

/** How far an import is. Its phases are those of the command line. */
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
