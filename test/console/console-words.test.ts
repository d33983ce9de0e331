import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en } from '../../console/i18n/en.ts'
import { ru } from '../../console/i18n/ru.ts'
import { recognize } from '../../console/shared/sentences.ts'
import { documentKinds, documentStatuses, rejectionReasons } from '../../contract/documents.ts'
import { eventTypes } from '../../contract/events.ts'
import { networks } from '../../contract/networks.ts'
import { kybStatuses, kybStatusesWithReason, registryStatuses } from '../../contract/organizations.ts'
import {
  blockerCodes,
  purchaseRequestReasons,
  purchaseRequestStatuses,
  txHashForms,
} from '../../contract/purchase-request-rules.ts'
import { paymentExceptions } from '../../contract/purchase-requests.ts'
import { roles, scopes } from '../../contract/roles.ts'
import { approvalStatuses } from '../../contract/secret-approvals.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync('{contract,server}/**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))

/** Every text of a tree of words, by its path. */
function leaves(tree: object, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[[...path, name].join('.'), value]] : leaves(value, [...path, name]),
  )
}

const english = new Map(leaves(en))
const russian = new Map(leaves(ru))
const openPlaces = (text = '') => [...text.matchAll(/%\{\w+\}/g)].map(([place]) => place).sort()

describe('the two languages', () => {
  test('have words for the same things, none of them empty, with the same open places', () => {
    expect([...russian.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('')
      expect(openPlaces(russian.get(key)), key).toEqual(openPlaces(text))
    }
  })

  test('Russian is Russian, but for names and marks', () => {
    const names = /^(kontor\.network\.\w+|.*\.(kyb|seq))$/
    const left = [...russian].filter(([key, text]) => !/[а-яё]/i.test(text) && !names.test(key))
    expect(left).toEqual([])
  })
})

/** A literal as a sentence: what is filled in later stands as a number, which every form leaves open. */
const asSaid = (literal: string) => literal.replaceAll(/\$\{[^}]*\}/g, '7').replaceAll("\\'", "'")

/** The literals that follow what `before` matches, and whatever else stands there. */
function saidAfter(before: RegExp, only = /./): { literals: string[]; others: string[] } {
  const literals: string[] = []
  const others: string[] = []
  for (const { path, text } of sources.filter(({ path }) => only.test(path))) {
    for (const match of text.matchAll(before)) {
      const rest = text.slice(match.index + match[0].length)
      const literal = /^\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/.exec(rest)
      if (literal) literals.push(asSaid(literal[1] ?? literal[2] ?? literal[3] ?? ''))
      else others.push(`${path}: ${rest.trim().split(/[,)\s]/)[0]}`)
    }
  }
  return { literals, others }
}

const unknown = (sentences: string[]) => sentences.filter((sentence) => recognize(sentence) === undefined)

describe('what contract and service say', () => {
  test('every sentence about a value is known', () => {
    const { literals, others } = saidAfter(/valueError\(\s*(?:\[[^\]]*\]|loc),/g)
    expect(literals.length).toBeGreaterThan(20)
    const named = saidAfter(/\bat\((?:'\w+'|field),/g, /new-purchase-request/).literals
    const returned = sources
      .filter(({ path }) => /contract\/(identifiers|organization-rules)|events\/guarded-request/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/(?:return|\?|:|\?\?) '([^'\n]+ [^'\n]+)'/g)])
      .map((match) => match[1] ?? '')
      .filter((text) => /^(the|a|an|it|its) /.test(text))
    const formats = saidAfter(/'?(?:date|date-time|email)'?:/g, /http\/faults/).literals
    const ofTables = [
      ...Object.values(txHashForms).map(({ sentence }) => `should be ${sentence}`),
      ...kybStatusesWithReason.map((status) => `a reason is needed for '${status}'`),
    ]
    expect(returned.length).toBeGreaterThan(15)
    expect(formats).toHaveLength(3)
    // One that is filled in from a table is looked at above, value by value.
    const fixed = literals.filter((text) => !/^(a reason is needed for|should be 7)/.test(text))
    expect(unknown([...fixed, ...named, ...returned, ...formats, ...ofTables])).toEqual([])
    // What is no literal comes from one of the tables above; a new one has to be looked at here, too.
    expect(others.sort()).toEqual([
      'contract/new-purchase-request.ts: sentence',
      'contract/organization-rules.ts: fault',
      'contract/organization-rules.ts: sentence',
      'server/features/webhooks/webhook-service.ts: fault',
      'server/platform/http/faults.ts: wrongFormat[params.format]',
    ])
  })

  test('every sentence about a file is known', () => {
    const { literals, others } = saidAfter(/new ContentRefused\(/g)
    expect(literals.length).toBeGreaterThan(12)
    expect(unknown(literals)).toEqual([])
    expect(others).toEqual([])
  })

  test('every sentence about a delivery is known', () => {
    const only = /webhooks\/guarded-request/
    const said = [/reason: /g, /new Error\(/g, /return (?:code \? )?(?=['`][TN])/g].flatMap(
      (before) => saidAfter(before, only).literals,
    )
    expect(said.length).toBeGreaterThan(3)
    expect(unknown(said)).toEqual([])
  })

  test('every type of fault has words', () => {
    const types = sources.flatMap(({ text }) =>
      [...text.matchAll(/type: '(\w+)'[^\n]*/g), ...text.matchAll(/\b(?:length|items)\(loc, '(\w+)'/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    const ofFaults = types.filter((type) =>
      /_type$|^(missing|enum|extra|too_|string_|int_|file_|infected)/.test(type),
    )
    expect(ofFaults.length).toBeGreaterThan(8)
    for (const type of [...ofFaults, 'string_type', 'int_type', 'float_type', 'bool_type', 'list_type']) {
      expect(english.has(`kontor.faults.${type}`), type).toBe(true)
    }
    expect(english.has('kontor.faults.greater_than_equal')).toBe(true)
    expect(english.has('kontor.faults.less_than_equal')).toBe(true)
  })

  test('every code of a failure has words', () => {
    const codes = sources
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap(({ text }) => [
        ...text.matchAll(/new Failure\(\s*'\w+',\s*'(\w+)'/g),
        ...text.matchAll(/\bunavailable\(\s*'(\w+)'/g),
      ])
      .map((match) => match[1] ?? '')
    expect(new Set(codes).size).toBeGreaterThan(40)
    for (const code of codes) expect(english.has(`kontor.errors.${code}`), code).toBe(true)
  })

  test('every value of the contract that a screen shows has a word', () => {
    const shown: Record<string, readonly string[]> = {
      roles,
      scope: scopes,
      network: networks,
      blocker: blockerCodes,
      request_status: purchaseRequestStatuses,
      request_action: purchaseRequestStatuses.filter((status) => status !== 'new'),
      request_reason: purchaseRequestReasons,
      'requests.payment_exception': paymentExceptions,
      kyb_status: kybStatuses,
      kyb_action: kybStatuses.filter((status) => status !== 'new'),
      registry_status: registryStatuses,
      document_kind: documentKinds,
      document_status: [...documentStatuses, 'missing'],
      rejection_reason: rejectionReasons,
      approval_status: approvalStatuses,
      action_name: Object.keys(eventTypes),
    }
    for (const [table, values] of Object.entries(shown)) {
      for (const value of values) {
        expect(english.has(`kontor.${table}.${value}`), `${table}.${value}`).toBe(true)
      }
    }
  })

  test('every action that is recorded has a name', () => {
    const actions = sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:action: |record(?:ed)?\(db, |audit\(db, )'([a-z_]+\.[a-z_]+)'/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    expect(new Set(actions).size).toBeGreaterThan(15)
    for (const action of actions) expect(english.has(`kontor.action_name.${action}`), action).toBe(true)
  })
})
