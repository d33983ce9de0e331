import { describe, expect, test } from 'vitest'
import { own as en } from '../../console/messages.en.ts'
import { own as ru } from '../../console/messages.ru.ts'
import { auditActions } from '../../contract/events/audit.ts'

const languages: [string, { sentence: Record<string, Record<string, string>> }][] = [
  ['English', en],
  ['Russian', ru],
]

describe.each(languages)('%s', (_name, { sentence }) => {
  test('has a sentence for every action of the audit log, and for no other', () => {
    const told = Object.entries(sentence).flatMap(([subject, verbs]) =>
      Object.keys(verbs).map((verb) => `${subject}.${verb}`),
    )
    expect(told.sort()).toEqual([...auditActions].sort())
  })

  test('has only values that a sentence is given', () => {
    const known =
      'who organization request person document version from to assignee list format name act paper number'
    const open = JSON.stringify(sentence).matchAll(/%\{(\w+)\}/g)
    for (const [, name] of open) expect(known.split(' ')).toContain(name)
  })
})
