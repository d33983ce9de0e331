import type { Command } from './command.ts'
import { migrateCommand } from './migrate.ts'
import { partiesGenerateCommand } from './parties-generate.ts'
import { partiesImportCommand } from './parties-import.ts'
import { partiesStatusCommand } from './parties-status.ts'

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  migrateCommand,
  partiesImportCommand,
  partiesStatusCommand,
  partiesGenerateCommand,
]
