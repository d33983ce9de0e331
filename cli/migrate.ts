import { type Command, withDatabase } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Apply pending migrations to the database',
  help: 'The service does this at each start. Use this command to do it in advance.',
  run: () =>
    withDatabase(async () => {
      process.stdout.write('The database is up to date.\n')
      return 0
    }),
}
