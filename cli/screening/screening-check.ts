import * as operations from '../../contract/operations/organizations/screening.ts'
import type {
  CheckScreeningBody,
  CheckScreeningResponse,
  ScreeningReason,
} from '../../contract/organizations/screening.ts'
import { createLoadedLists } from '../../server/features/screening/generations/loaded-lists.ts'
import { findListed } from '../../server/features/screening/list-service.ts'
import { bodyChecker } from '../../server/platform/http/requests/validation.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'

export const screeningCheck: Command = {
  name: 'screening check',
  summary: 'Look for somebody in the sanctions lists',
  usage: '<name>',
  options: {
    schema: { type: 'string', description: 'Person (the default) or Company' },
    'birth-date': { type: 'string', description: 'YYYY-MM-DD, YYYY-MM or YYYY' },
    country: {
      type: 'string',
      multiple: true,
      description: 'Code of a country (ISO 3166-1); may be repeated',
    },
    id: {
      type: 'string',
      multiple: true,
      description: 'INN, OGRN, LEI, passport or other number; may be repeated',
    },
    address: { type: 'string', description: 'Address on a network' },
  },
  help: [
    'Prints the entries that fit, the best first, with their score from 0 to 1 and the reasons. From 0.7 on, an entry would',
    'block. Nothing is recorded.',
  ].join('\n'),
  run: ({ positionals, values }) => {
    const [name] = positionals
    if (name === undefined || positionals.length > 1)
      throw new UsageError('one name is needed; put it in quotation marks')
    const body = {
      schema: values.schema ?? 'Person',
      name,
      ...(values['birth-date'] !== undefined && { birth_date: values['birth-date'] }),
      ...(values.country !== undefined && { countries: values.country }),
      ...(values.id !== undefined && { identifiers: values.id }),
      ...(values.address !== undefined && { address: values.address }),
    }
    const [fault] = bodyChecker(operations.checkScreening)?.(body) ?? []
    if (fault) throw new UsageError(`${fault.loc.slice(1).join('.')}: ${fault.msg}`)
    return withDatabase(async ({ db }) => {
      const loaded = createLoadedLists(db)
      await loaded.refresh()
      const lists = loaded.lists().map(({ name }) => name)
      const lines =
        lists.length === 0
          ? ['No list was imported: nobody can be found.']
          : describe(await findListed(loaded, body as CheckScreeningBody), lists)
      process.stdout.write(`${lines.join('\n')}\n`)
      return 0
    })
  },
}

function describe(items: CheckScreeningResponse['items'], lists: readonly string[]): string[] {
  if (items.length === 0) return [`Nobody was found in ${lists.join(', ')}.`]
  return items.flatMap(({ list, entry, score, above_threshold, reasons }) => [
    `${score.toFixed(2)}  ${list} ${entry.id}  ${entry.name || '(no name)'} (${entry.schema})${above_threshold ? ', would block' : ''}`,
    ...reasons.map((reason) => `  ${sentenceOf(reason)}`),
  ])
}

function sentenceOf(reason: ScreeningReason): string {
  const { code, kind, value, name, listed_name, weak, score, agreed = [], legal_form } = reason
  switch (code) {
    case 'identifier_equal':
      return `The number ${value} (${kind}) is equal.`
    case 'address_equal':
      return `The address ${value} is equal.`
    case 'name':
      return [
        `«${name}» and «${listed_name}»${weak ? ', a weak alias,' : ''} fit by ${score?.toFixed(2)}.`,
        ...(agreed.length > 0
          ? [`Words that agree: ${agreed.map(({ own, listed, how }) => pair(own, listed, how)).join(', ')}.`]
          : []),
        ...onlyIn('the name', reason.only_in_name),
        ...onlyIn('the entry', reason.only_in_listed),
        ...(legal_form === 'differs' ? ['The legal forms differ.'] : []),
      ].join(' ')
    case 'birth_date':
      return `Birth date: ${reason.own?.join(', ')} and ${reason.listed?.join(', ')}, ${dateSays[reason.agreement ?? '']}.`
    case 'country':
      return reason.agreement === 'equal'
        ? `Country: ${reason.own?.join(', ')} and ${reason.listed?.join(', ')} have one in common.`
        : `Country: ${reason.own?.join(', ')} and ${reason.listed?.join(', ')} have none in common.`
  }
}

const dateSays: Record<string, string> = {
  equal: 'the same',
  year: 'the same year',
  near: 'a year apart',
  differs: 'too far apart',
}

function pair(own: string, listed: string, how: string): string {
  return own === listed ? own : `${own} and ${listed} (${how})`
}

function onlyIn(side: string, words: readonly string[] = []): string[] {
  return words.length > 0 ? [`Only in ${side}: ${words.join(', ')}.`] : []
}
