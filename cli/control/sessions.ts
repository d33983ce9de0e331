import { endSessions } from '../../server/features/authentication/sessions/session-service.ts'
import { cli } from '../../server/platform/actor.ts'
import { type Command, UsageError } from '../command/command.ts'
import { oneEmail, withAdministrators } from './admin.ts'

export const sessionsRevoke: Command = {
  name: 'sessions revoke',
  summary: 'End all sessions of one administrator, or of all administrators',
  usage: '[EMAIL]',
  options: { all: { type: 'boolean', description: 'End the sessions of all administrators' } },
  run: async (call) => {
    if (call.values.all && call.positionals.length > 0)
      throw new UsageError('use either an e-mail address or --all')
    const email = call.values.all ? null : oneEmail(call)
    return withAdministrators(async (administrators, db) => {
      const id = email === null ? null : await administrators.findIdByEmail(email)
      const ended = await endSessions(db, id, cli('sessions revoke'), new Date())
      process.stdout.write(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended.\n`)
      return 0
    })
  },
}
