import { Readable } from 'node:stream'
import { fault } from '../../../contract/api/faults.ts'
import {
  type JournalQuery,
  mostUnmapped,
  type PlanQuery,
  type PlanResponse,
  type SetPlanBody,
} from '../../../contract/books/plan.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import { demandEditedVersion } from '../../platform/audit/changes-since.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { allAccounts } from '../books/posting-pages.ts'
import { currentMapping } from './current-mapping.ts'
import { defaultPlan } from './default-plan.ts'
import { readJournal } from './journal.ts'
import { journalFile } from './journal-files.ts'
import { mappingOf } from './mapping.ts'
import { findPlan, holdPlan, insertPlan } from './plan-store.ts'
import type { PlanRow } from './plan-tables.ts'

export type PlanService = ReturnType<typeof createPlanService>

const planObject = { type: 'plan', id: 'plan' }
/** The usual plan, before anybody has set one. */
const firstVersion = 1

export function createPlanService({
  db: pool,
  now,
  sheets,
}: {
  db: Db
  now: () => Date
  sheets: Pick<SheetPool, 'run'>
}) {
  return {
    async read({ version }: PlanQuery): Promise<PlanResponse> {
      const row = version === firstVersion ? undefined : await findPlan(pool, version)
      if (!row && version !== undefined && version !== firstVersion) throw planNotFound(version)
      return toResponse(pool, row)
    },

    /** The same again changes nothing. */
    set({ rules }: SetPlanBody, actor: Actor, expected: ExpectedVersions): Promise<PlanResponse> {
      return pool.transaction().execute(async (db) => {
        await holdPlan(db)
        const known = await findPlan(db)
        const version = known?.version ?? firstVersion
        await demandEditedVersion(db, expected, {
          name: 'plan of accounts',
          object: planObject,
          version,
          actions: ['plan.set'],
          otherwise: ['rules'],
        })
        const before = known?.rules ?? defaultPlan
        if (JSON.stringify(inOrder(before)) === JSON.stringify(inOrder(rules))) return toResponse(db, known)
        const at = now()
        const row = await insertPlan(db, {
          version: version + 1,
          rules: JSON.stringify(inOrder(rules)),
          changed_at: at,
          changed_by: actor.id ?? actor.name,
          changed_by_name: actor.name,
        })
        recordChange(db, actor, {
          action: 'plan.set',
          object: planObject,
          version: row.version,
          details: { version: row.version, ...difference(before, rules) },
          data: { version: row.version },
          at,
        })
        return toResponse(db, row)
      })
    },

    /** Read from the database as fast as the client reads it. The export itself is recorded in the audit log. */
    async journal(query: JournalQuery, actor: Actor): Promise<Readable> {
      const pages = await openJournal(pool, query)
      await pool.transaction().execute(async (db) => recordJournal(db, query, actor, now()))
      return Readable.from(journalFile(pages, query.format, sheets), { objectMode: false })
    },
  }
}

/** Also for the command, which has no service. */
export async function openJournal(db: Db, query: JournalQuery) {
  if (query.from > query.to) throw new Invalid([fault(['query', 'from'], 'period_reversed')])
  return readJournal(db, await currentMapping(db), query)
}

export function recordJournal(db: Db, query: JournalQuery, actor: Actor, at: Date): void {
  recordChange(db, actor, {
    action: 'books.exported',
    object: null,
    details: { ...query, format: `journal ${query.format}` },
    at,
  })
}

type Rules = PlanResponse['rules']

const keyOf = ({ pattern, commodity }: Rules[number]) => `${pattern} ${commodity}`

function inOrder(rules: readonly Rules[number][]): Rules {
  return rules
    .map(({ pattern, commodity, account }) => ({ pattern, commodity, account }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** What the audit log says: each rule that is new, gone or other. */
function difference(before: readonly Rules[number][], after: readonly Rules[number][]) {
  const [from, to] = [before, after].map(
    (rules) => new Map(rules.map((rule) => [keyOf(rule), rule.account])),
  ) as [Map<string, string>, Map<string, string>]
  const keys = [...new Set([...from.keys(), ...to.keys()])].filter((key) => from.get(key) !== to.get(key))
  const part = (rules: Map<string, string>) =>
    Object.fromEntries(keys.map((key) => [key, rules.get(key) ?? null]))
  return { from: part(from), to: part(to) }
}

async function toResponse(db: Db, row: PlanRow | undefined): Promise<PlanResponse> {
  const rules = inOrder(row?.rules ?? defaultPlan)
  const mapping = mappingOf(rules)
  const unmapped = (await allAccounts(db)).filter(
    ({ account, commodity }) => mapping(account, commodity) === undefined,
  )
  return {
    version: row?.version ?? firstVersion,
    rules,
    unmapped: unmapped.slice(0, mostUnmapped),
    changed_at: row?.changed_at.toISOString() ?? null,
    changed_by: row ? { id: row.changed_by, name: row.changed_by_name } : null,
  }
}

function planNotFound(version: number): Failure {
  return new Failure('not_found', 'plan_not_found', `The plan of accounts has no version ${version}.`)
}
