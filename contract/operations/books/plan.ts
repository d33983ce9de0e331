import { Type } from 'typebox'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { JournalQuery, PlanQuery, PlanResponse, SetPlanBody, setPlanFaults } from '../../books/plan.ts'

const common = {
  tag: {
    name: 'Plan of accounts',
    nouns: ['Plan'],
    isPreview: true,
    description: "The accounts of the company's plan, and the journal for its accountants.",
  },
  extension: true,
} as const

export const readPlan = operation({
  ...common,
  access: 'requests:read',
  id: 'readPlan',
  method: 'GET',
  path: '/v1/books/plan',
  summary: 'Read the plan of accounts',
  query: PlanQuery,
  response: ref(PlanResponse),
})

export const setPlan = operation({
  ...common,
  access: 'books:close',
  id: 'setPlan',
  method: 'PUT',
  path: '/v1/books/plan',
  summary: 'Set the plan of accounts',
  description: 'The books stay as they are: only journals that are written from now on use it.',
  body: ref(SetPlanBody),
  rules: setPlanFaults,
  response: ref(PlanResponse),
  ifMatch: true,
})

export const exportJournal = operation({
  ...common,
  access: 'requests:read',
  id: 'exportJournal',
  method: 'GET',
  path: '/v1/books/journal',
  summary: 'Export the journal: every posting with the debited and the credited account of the plan',
  description:
    'A row for each pair of a debited and a credited account, with the amount in its currency and in roubles, the counterparty and its INN. ' +
    'Amounts in foreign currency are worth what the rate of their day says, and parts of advances that are used what these were ' +
    'worth; coins have no amount in roubles. The export is recorded in the audit log.',
  query: JournalQuery,
  produces: {
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    schema: Type.String({ format: 'binary', description: 'The journal' }),
  },
  releases: true,
  noHead: true,
})
