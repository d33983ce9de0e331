import { type Command, withDatabase } from './command.ts'

export const migrateCommand: Command = {
  words: 'migrate',
  summary: 'Bring the database up to date',
  help: 'The service does this by itself at start; the command is for those who want it done before.',
  run: () =>
    withDatabase(async () => {
      process.stdout.write('The database is up to date.\n')
      return 0
    }),
}
