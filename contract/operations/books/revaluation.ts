import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { RevaluationQuery, RevaluationResponse, RevalueBody } from '../../books/revaluation.ts'

const common = {
  tag: {
    name: 'Revaluation',
    nouns: ['Revaluation', 'Books'],
    isPreview: true,
    description: 'Exchange differences of money and debts in foreign currency.',
  },
  extension: true,
} as const

export const readRevaluation = operation({
  ...common,
  access: 'requests:read',
  id: 'readRevaluation',
  method: 'GET',
  path: '/v1/books/revaluation',
  summary: 'Read which exchange differences would be posted at the end of a day',
  description: 'Posts nothing. Accounts whose rates are missing have no value.',
  query: RevaluationQuery,
  response: ref(RevaluationResponse),
})

export const revalueBooks = operation({
  ...common,
  access: 'books:post',
  id: 'revalueBooks',
  method: 'POST',
  path: '/v1/books/revalue',
  summary: 'Post the exchange differences at the end of a day',
  description:
    'Money, loans and debts in foreign currency are worth what the rate of the day says; advances are never revalued. Each ' +
    'difference is posted in roubles to `income:exchange:<currency>` against `assets:revaluation:<account>`. Doing it again ' +
    'changes nothing; if a rate or a posting has changed meanwhile, what is missing is posted while the day is open.',
  body: ref(RevalueBody),
  response: ref(RevaluationResponse),
  acts: [{ name: 'books.revalue' }],
})
