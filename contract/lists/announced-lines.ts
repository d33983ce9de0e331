import { Type } from 'typebox'
import { field, IdFilter, oneOf } from '../api/common.ts'
import { statementsTag } from '../api/tags.ts'
import { AnnouncedLineListResponse, announcedLineStatuses } from '../books/announced-lines.ts'
import { StatementLineFilter } from '../books/statements.ts'
import { list } from './list.ts'

const { direction, account, currency, from, to } = StatementLineFilter.properties

export const announcedLineList = list({
  name: 'announced-lines',
  title: { en: 'Announced payments', ru: 'Предстоящие движения по счетам' },
  access: 'requests:read',
  filters: {
    status: field(Type.Optional(oneOf(announcedLineStatuses)), 'Only lines of this status', 'announced'),
    statement_id: field(Type.Optional(IdFilter), 'Only lines that this import announced first'),
    direction,
    account,
    currency,
    from,
    to,
  },
  sums: { amount: 'currency' },
  read: {
    id: 'listAnnouncedLines',
    path: '/v1/announced-lines',
    tag: statementsTag,
    summary: 'List the money that banks have announced, newest first',
    description:
      'Lines of MT942 and camt.054. Nothing is posted or matched from them: a line of a later statement that is the same ' +
      'books them. Suggestions say what an announced line will be for.',
    page: AnnouncedLineListResponse,
  },
  file: {
    words: { status: 'announced_line_status', direction: 'statement_direction' },
    currencies: { amount: 'currency' },
    id: 'exportAnnouncedLines',
    what: 'money that banks have announced',
  },
})
