import { Box, useMediaQuery } from '@mui/material'
import { type ReactNode, use, useEffect } from 'react'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import type { Column } from '../shared/lists/column.ts'
import { isPlain, linkOf, paneFrom } from '../shared/lists/record-pane.tsx'
import { RecordRows } from '../shared/lists/record-table.tsx'
import { inOneLine } from '../shared/names/organization-names.ts'
import { InPane } from '../shared/pages/in-pane.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import type { Candidate } from './match/candidates.ts'
import { otherParty } from './match/line-summary.tsx'

type BestOf = (line: StatementLineResponse) => Candidate | undefined

/** Whether there is room for a line beside the others. */
export function useHasPane(): boolean {
  const isWide = useMediaQuery(`(min-width: ${paneFrom}px)`)
  return !use(InPane) && isWide
}

/** Lines in one row each, and beside them the one that is being dealt with. */
export function LinesWithPane({
  lines,
  selected,
  onSelect,
  bestOf,
  next,
  shown,
  pane,
}: {
  lines: readonly StatementLineResponse[]
  selected: StatementLineResponse
  onSelect: (line: StatementLineResponse) => void
  bestOf: BestOf
  /** Below the last row. */
  next: ReactNode
  /** Which columns are shown; null for the usual ones. */
  shown: readonly string[] | null
  pane: ReactNode
}) {
  const translate = useTranslate()
  const label = translate('kontor.statements.lines')
  const columns = useLineColumns(bestOf)
  const { id } = selected
  useEffect(() => {
    linkOf({ id })?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) clamp(480px, 42vw, 720px)',
        columnGap: 2,
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <RecordRows
          label={label}
          rows={lines}
          columns={columns}
          shown={shown}
          linkTo={(line) => `/statement-lines?filter={}&line=${line.id}`}
          opened={{
            id,
            onClick(event, line) {
              if (!isPlain(event)) return
              event.preventDefault()
              onSelect(line)
            },
          }}
        />
        {next}
      </Box>
      <Box
        component="aside"
        aria-label={translate('kontor.pane.label', { list: label })}
        className="not-printed"
        sx={{ position: 'sticky', top: 48, maxHeight: 'calc(100vh - 48px)', overflow: 'auto', pt: 1, pb: 2 }}
      >
        {pane}
      </Box>
    </Box>
  )
}

export function useLineColumns(bestOf: BestOf = () => undefined): Column<StatementLineResponse>[] {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const date = useFormatDate()
  /** What the line has become, or what it probably is. */
  const meaning = (line: StatementLineResponse) => {
    const account = line.posting?.account ?? line.posting_suggestion?.account
    if (line.status === 'new' && bestOf(line)) return bestOf(line)?.number
    if (line.set_aside_reason !== null) return line.set_aside_reason
    if (line.matches.length > 0) return translate('kontor.statement_line_status.matched')
    return account && translate(`kontor.posting_account.${account}`)
  }
  const label = (name: string) => translate(`kontor.statements.columns.${name}`)
  return [
    { key: 'party', label: label('party'), kind: 'name', render: (line) => inOneLine(otherParty(line)) },
    { key: 'purpose', label: label('purpose'), priority: 5, render: ({ purpose }) => purpose },
    {
      key: 'day',
      label: label('day'),
      kind: 'day',
      priority: 3,
      render: ({ booked_on }) => date(booked_on),
    },
    { key: 'meaning', label: label('meaning'), kind: 'code', priority: 2, render: meaning },
    {
      key: 'amount',
      label: label('amount'),
      kind: 'amount',
      priority: 1,
      align: 'right',
      render: (line) => `${line.direction === 'incoming' ? '+' : '−'} ${amount(line.amount, line.currency)}`,
    },
    {
      key: 'number',
      label: label('number'),
      kind: 'code',
      isExtra: true,
      render: ({ document_number }) => document_number,
    },
    {
      key: 'account',
      label: label('account'),
      kind: 'account',
      isExtra: true,
      render: ({ account }) => account,
    },
  ]
}
