import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { formats } from '../../contract/api/formats.ts'
import { createCommandAuthorization } from '../../server/features/control/command-authorization.ts'
import { createOrganizationRecords } from '../../server/features/organizations/organization-records.ts'
import { createPaymentFileService } from '../../server/features/payment-files/payment-file-service.ts'
import { cli } from '../../server/platform/actor.ts'
import { daysIn } from '../../server/platform/days.ts'
import { Failure, Invalid } from '../../server/platform/errors.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'
import { uncheckedPeople } from '../command/unchecked-people.ts'
import { provenTablesOf, withVault } from '../command/vault-access.ts'

export const refundsOrder: Command = {
  name: 'refunds order',
  summary: 'Write a file of payment orders of refunds for the bank client',
  usage: '<output file>',
  options: {
    account: { type: 'string', description: 'The own account in roubles that pays' },
    day: { type: 'string', description: 'The date of the orders; default: today' },
    refund: { type: 'string', description: 'Ids of refunds, with commas; default: all that wait' },
    again: { type: 'boolean', description: 'Also refunds that another file has already' },
  },
  help: [
    'In the format 1CClientBankExchange 1.03, windows-1251. A refund is in one file at most; the line of the statement that',
    'executes the order is matched with it. The file is recorded in the audit log. The exit code is 1 if no file was',
    'made. See docs/close.md.',
  ].join('\n'),
  run: ({ positionals: [output, ...more], values }) => {
    if (output === undefined || more.length > 0) throw new UsageError('one output file is needed')
    if (values.account === undefined) throw new UsageError('--account is needed')
    if (values.day !== undefined && !formats.date(String(values.day)))
      throw new UsageError('--day should be a day such as 2026-01-31')
    return withDatabase(async (tools) => {
      const { db, config } = tools
      const now = () => new Date()
      const days = daysIn(config.timeZone)
      const actor = cli('refunds order')
      const refunds = values.refund === undefined ? undefined : String(values.refund).split(',')
      try {
        const made = await withVault(tools, async (vault) => {
          const service = createPaymentFileService({
            db,
            now,
            days,
            organizations: createOrganizationRecords({ now }),
            authorization: createCommandAuthorization({ db, now, people: uncheckedPeople }),
            provenTables: provenTablesOf(vault).provenTables,
          })
          const body = {
            account: String(values.account),
            day: values.day === undefined ? days.dayOf(now()) : String(values.day),
            ...(refunds && { refund_ids: refunds }),
            again: values.again === true,
          }
          return beforeRelease(tools, async () => {
            const file = await service.create(body, actor, null)
            return { file, ...(await service.download(file.id, actor)) }
          })
        })
        await pipeline(made.content, createWriteStream(output, { mode: 0o600 }))
        const { orders_count, amount } = made.file
        process.stdout.write(`${output}: ${orders_count} orders, ${amount} RUB\n`)
        return 0
      } catch (error) {
        if (!(error instanceof Failure) && !(error instanceof Invalid)) throw error
        const reasons = error instanceof Invalid ? error.faults.map(({ msg }) => msg) : [error.message]
        for (const reason of reasons) process.stderr.write(`kontor: ${reason}\n`)
        return 1
      }
    })
  },
}
