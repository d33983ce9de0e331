import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deletions, pathOf } from '../../contract/api/object-paths.ts'
import { type EventType, eventTypes } from '../../contract/events/events.ts'
import { objectTypeOf, undeclared } from '../../contract/operations/event-data.ts'
import { webhooksPage } from '../../scripts/events-page.ts'
import { changesByOperation } from '../fuzz/right-requests.ts'
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

test('every declared type of event is recorded by something', () => {
  const byOperations = new Set(
    changesByOperation.flatMap(([, types]) => (Array.isArray(types) ? (types as string[]) : [])),
  )
  const missing = Object.keys(eventTypes).filter((type) => !byOperations.has(type))
  // Jobs and followers record the others, by themselves or through functions of their feature.
  const sources = readSources('server')
  const featureOf = (path: string) => path.split('/').slice(0, 3).join('/')
  const recording = new Set(
    sources.filter(({ text }) => /\b(recordChange|tell)\b[^;]* from '[^']*audit\/change\.ts'/.test(text)),
  )
  for (let calls = 0; calls < 2; calls++) {
    const known = [...recording].map(({ path }) => path)
    for (const source of sources) {
      const own = source.imports.filter((path) => featureOf(path) === featureOf(source.path))
      if (own.some((path) => known.includes(path))) recording.add(source)
    }
  }
  expect(byOperations.size).toBeGreaterThan(80)
  expect(missing.filter((type) => ![...recording].some(({ text }) => text.includes(`'${type}'`)))).toEqual([])
  expect([...recording].map(({ path }) => path)).not.toContain('server/features/inbox/notices-of-event.ts')
})
