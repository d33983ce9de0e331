import type { Command } from './command.ts'
import { migrateCommand } from './migrate.ts'

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [migrateCommand]
