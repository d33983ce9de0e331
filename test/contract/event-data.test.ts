import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletions, pathOf } from '../../contract/api/object-paths.ts'
import { type EventType, eventTypes } from '../../contract/events/events.ts'
import { objectTypeOf, undeclared } from '../../contract/operations/event-data.ts'
import { webhooksPage } from '../../scripts/events-page.ts'
import { readSources } from '../support/files/source-files.ts'

test('the table of docs/webhooks.md is what scripts/events-page.ts writes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  expect(page).toBe(webhooksPage())
})

test('every type of event says what its data are', () => {
  expect(undeclared).toEqual([])
})

test('every event has a path that reads its object, unless it has deleted it', () => {
  const without = (Object.keys(eventTypes) as EventType[]).filter(
    (type) => pathOf(type, { type: objectTypeOf(type), id: 'x' }, 'y') === null,
  )
  expect(without.filter((type) => !deletions.has(type))).toEqual([])
})

test('every declared type of event is sent by something', () => {
  const text = readSources('server')
    .map(({ text }) => text)
    .join('\n')
  expect(Object.keys(eventTypes).filter((type) => !text.includes(`'${type}'`))).toEqual([])
})
