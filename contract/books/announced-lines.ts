import { type Static, Type } from 'typebox'
import { CalendarDate, cursorPage, field, Id, Instant, nullable, oneOf, ref } from '../api/common.ts'
import { StatementLineResponse, statementDirections } from './statements.ts'

export const announcedLineStatuses = ['announced', 'booked', 'not_booked'] as const
export type AnnouncedLineStatus = (typeof announcedLineStatuses)[number]

const line = StatementLineResponse.properties

export const AnnouncedLineResponse = Type.Object(
  {
    id: field(Id, 'The id of the announced line'),
    statement_id: field(Id, 'The import that announced it first'),
    status: field(
      oneOf(announcedLineStatuses),
      'Whether it is still only announced, a statement has booked it, or statements of later days came without it',
      'announced',
    ),
    line_id: field(nullable(Id), 'The line of a statement that has booked it'),
    account: line.account,
    booked_on: field(CalendarDate, 'The day that the bank gives', '2026-01-30'),
    direction: field(oneOf(statementDirections), 'To the own account, or from it', 'incoming'),
    document_number: line.document_number,
    amount: line.amount,
    currency: line.currency,
    payer: line.payer,
    receiver: line.receiver,
    purpose: line.purpose,
    suggestions: field(
      line.suggestions,
      'Requests that the money may be for; only of incoming lines that are announced. Nothing is matched before it is booked.',
    ),
    announced_at: field(Instant, 'When it was first imported'),
  },
  {
    $id: 'AnnouncedLineResponse',
    description: 'Money that a bank has announced (MT942, camt.054) and that no payment is made of.',
  },
)
export type AnnouncedLineResponse = Static<typeof AnnouncedLineResponse>

export const AnnouncedLineListResponse = cursorPage(ref(AnnouncedLineResponse), 'AnnouncedLineListResponse')
export type AnnouncedLineListResponse = Static<typeof AnnouncedLineListResponse>
