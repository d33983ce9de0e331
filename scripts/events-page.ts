// node scripts/events-page.ts: writes the table of docs/webhooks.md from the tables of the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventType, eventTypes } from '../contract/events/events.ts'
import { eventData, objectTypeOf } from '../contract/operations/event-data.ts'
import { table } from '../server/platform/http/description/errors-text.ts'

const file = join(import.meta.dirname, '../docs/webhooks.md')
const begin = '<!-- events: made by scripts/events-page.ts -->'
const end = '<!-- /events -->'

interface Shape {
  $ref?: string
  allOf?: Shape[]
  properties?: Record<string, unknown>
}

/** The text of docs/webhooks.md, with the table as the contract has it. */
export function webhooksPage(page = readFileSync(file, 'utf8')): string {
  const rows = (Object.keys(eventTypes) as EventType[]).map((type) => [
    `\`${type}\``,
    eventTypes[type].meaning,
    `\`${objectTypeOf(type)}\``,
    dataOf(eventData[type] as Shape),
    `\`${eventTypes[type].permission}\``,
  ])
  const [before] = page.split(begin, 1)
  const after = page.slice(page.indexOf(end))
  return `${before}${begin}\n\n${table(['Event', 'When', 'Object', 'Data', 'Permission'], rows)}\n\n${after}`
}

/** The names of a shape and of fields that only this type has. */
function dataOf({ $ref, allOf, properties = {} }: Shape): string {
  if (allOf) return allOf.map(dataOf).join(', ')
  if ($ref) return `\`${$ref}\``
  return Object.keys(properties)
    .map((name) => `\`${name}\``)
    .join(', ')
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, webhooksPage())
