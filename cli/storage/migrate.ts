import { waitingIndexes } from '../../server/platform/db/index-building.ts'
import { type Command, withDatabase } from '../command/command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Apply pending migrations to the database',
  help: 'The service does this at each start. Use this command to do it in advance.',
  run: () =>
    withDatabase(async ({ db }) => {
      process.stdout.write('The database is up to date.\n')
      const waiting = await waitingIndexes(db)
      if (waiting.length > 0) {
        process.stdout.write(`The service builds these indexes after its start: ${waiting.join(', ')}.\n`)
      }
      return 0
    }),
}
