import type { DependentPerson, NamedPerson, WayOut } from '../../contract/administrators/independence.ts'
import type { NotEligible } from '../../contract/control/approvals.ts'
import { currentLocale, translate } from './i18n-provider.ts'

/** What a refusal says about who is counted as a different person, as the context of an error or a response has it. */
export interface Counting {
  dependent?: DependentPerson[]
  not_eligible?: NotEligible[]
  counts_as?: NamedPerson[]
  able?: NamedPerson[]
  commands?: string[]
  until?: string | null
  way_out?: WayOut | null
}

/** Sentences with the names of people who are not counted, why, and what can be done about it. */
export function countingText(counting: Counting): string[] {
  const { dependent = [], not_eligible = [], counts_as = [], able, way_out } = counting
  const said = [
    ...dependent.map((one) => text('counts_as', { name: one.name, others: names(one.counts_as) })),
    ...not_eligible.map(whyNot),
    ...(counts_as.length > 0 ? [names(counts_as)] : []),
  ].map(asSentence)
  if (Array.isArray(able)) said.push(able.length > 0 ? text('able', { names: names(able) }) : text('nobody'))
  return way_out ? [...said, wayOut(way_out, commandsOf(counting))] : said
}

/** Names of people who count as others, to follow a colon. */
export function dependentNames(dependent: readonly DependentPerson[]): string {
  return dependent
    .map((one) => text('counts_as', { name: one.name, others: names(one.counts_as) }))
    .join('; ')
}

function whyNot({ name, because, counts_as, until }: NotEligible): string {
  if (because === 'lineage') return text('leads_back', { name, others: names(counts_as) })
  if (because === 'too_new' && until) return text('too_new', { name, until: time(until) })
  return text('other', { name })
}

function commandsOf({ dependent = [], not_eligible = [], commands = [] }: Counting): string[] {
  const all = [
    ...commands,
    ...dependent.flatMap(({ command }) => command ?? []),
    ...not_eligible.flatMap((one) => one.commands),
  ]
  return [...new Set(all)]
}

function wayOut(way: WayOut, commands: readonly string[]): string {
  if (way === 'founding') return text('way_founding')
  if (way === 'confirm' && commands.length === 0) return text('way_confirm_ask')
  return text(`way_${way}`, { commands: commands.join('; ') })
}

function text(name: string, values: Record<string, unknown> = {}): string {
  return translate(`kontor.counting.${name}`, values)
}

function asSentence(said: string): string {
  return said.endsWith('.') ? said : `${said}.`
}

function names(people: readonly NamedPerson[]): string {
  return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(people.map(({ name }) => name))
}

function time(instant: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(instant))
}
