import { type Static, Type } from 'typebox'
import {
  CalendarDate,
  CurrentVersion,
  ExpectedVersion,
  exampleId,
  field,
  Instant,
  nullable,
  oneOf,
} from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'

/** What a rule of the plan is about: accounts in roubles, in other currencies, in coins, or in anything. */
export const planCommodities = ['any', 'rouble', 'foreign', 'asset'] as const
export type PlanCommodity = (typeof planCommodities)[number]

export const mostPlanRules = 500
/** So many accounts without a rule are named. */
export const mostUnmapped = 100

const PlanRule = Type.Object(
  {
    pattern: field(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^(assets|liabilities|equity|income|expenses)(:[^:*\\s]+)*(:\\*)?$',
      }),
      'An account of the books, or the beginning of its name with `:*` for the rest',
      'assets:bank:*',
    ),
    commodity: field(
      oneOf(planCommodities),
      'Only accounts in roubles, in other currencies, or in coins; `any` for all of them',
      'rouble',
    ),
    account: field(
      Type.String({ minLength: 1, maxLength: 20, pattern: '^[0-9A-Za-zА-Яа-яЁё.]+$' }),
      "The account of the company's plan",
      '51',
    ),
  },
  { additionalProperties: false },
)
export type PlanRule = Static<typeof PlanRule>

const rules = field(
  Type.Array(PlanRule, { maxItems: mostPlanRules }),
  'Which account of the plan each account of the books is. The longest pattern that fits counts; of two alike, the one that is not for `any`.',
)

export const SetPlanBody = Type.Object(
  { rules, version: ExpectedVersion },
  { $id: 'SetPlanBody', additionalProperties: false, description: 'The plan of accounts from now on.' },
)
export type SetPlanBody = Static<typeof SetPlanBody>

/** Two rules for the same accounts, which would leave open what counts. */
export function setPlanFaults(body: unknown): Fault[] {
  const { rules } = body as { rules?: unknown }
  if (!Array.isArray(rules)) return []
  const seen = new Set<string>()
  return (rules as Partial<PlanRule>[]).flatMap((rule, index) => {
    const key = `${rule?.pattern} ${rule?.commodity}`
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [fault(['body', 'rules', index, 'pattern'], 'plan_rule_repeated')]
  })
}

const BookAccount = Type.Object({
  account: field(Type.String(), 'The account of the books', 'assets:bank:40702810900000012345'),
  commodity: field(Type.String(), 'A currency (ISO 4217) or an asset', 'RUB'),
})

export const PlanResponse = Type.Object(
  {
    version: CurrentVersion,
    rules,
    unmapped: field(
      Type.Array(BookAccount),
      `Accounts of the books that no rule fits, without which no journal can be written: at most ${mostUnmapped}`,
      [],
    ),
    changed_at: field(nullable(Instant), 'When it was set; null for the usual plan', null),
    changed_by: field(
      nullable(
        Type.Object({
          id: field(Type.String(), 'The id of the administrator or API key', exampleId),
          name: field(Type.String(), 'Their name, as it was then', 'Anna Petrova'),
        }),
      ),
      'Who set it; null for the usual plan',
      null,
    ),
  },
  {
    $id: 'PlanResponse',
    description: "Which account of the company's plan each account of the books is.",
  },
)
export type PlanResponse = Static<typeof PlanResponse>

export const PlanQuery = Type.Object({
  version: field(
    Type.Optional(Type.Integer({ minimum: 1 })),
    'An earlier version; the one that counts unless given',
    1,
  ),
})
export type PlanQuery = Static<typeof PlanQuery>

export const journalFormats = ['xlsx', 'csv'] as const
export type JournalFormat = (typeof journalFormats)[number]

export const JournalQuery = Type.Object({
  format: field(oneOf(journalFormats), 'A workbook, or a table as text', 'xlsx'),
  from: field(CalendarDate, 'The first day, in the time zone of the installation', '2026-01-01'),
  to: field(CalendarDate, 'The last day', '2026-01-31'),
})
export type JournalQuery = Static<typeof JournalQuery>
