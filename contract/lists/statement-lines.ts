import { Type } from 'typebox'
import { field, IdFilter } from '../api/common.ts'
import { statementsTag } from '../api/tags.ts'
import { StatementLineFilter, StatementLineListResponse } from '../books/statements.ts'
import { list, searched } from './list.ts'

export const statementLineList = list({
  name: 'statement-lines',
  title: { en: 'Statement lines', ru: 'Строки выписок' },
  heads: {
    open_amount: { en: 'Not matched', ru: 'Не разнесено' },
    posted_as: { en: 'Posted as', ru: 'Проведена как' },
    posting_text: { en: 'Text of the posting', ru: 'Содержание проводки' },
  },
  access: 'requests:read',
  filters: {
    q: searched('the amount, or the account of the other party', '92 301,08'),
    ...StatementLineFilter.properties,
  },
  sums: { amount: 'currency' },
  read: {
    id: 'listStatementLines',
    path: '/v1/statement-lines',
    tag: statementsTag,
    summary: 'List the lines of all statements, oldest import first',
    description: 'With `status=new` it is the queue of lines that nobody has dealt with.',
    page: StatementLineListResponse,
  },
  file: {
    words: {
      status: 'statement_line_status',
      direction: 'statement_direction',
      posted_as: 'posting_account',
    },
    currencies: { amount: 'currency', open_amount: 'currency' },
    id: 'exportStatementLines',
    what: 'lines of bank statements',
    filters: { statement_id: field(Type.Optional(IdFilter), 'Only lines of this statement') },
  },
})
