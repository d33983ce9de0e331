import { Box, type Theme, useMediaQuery } from '@mui/material'
import { type ReactNode, use, useEffect } from 'react'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import type { Column } from '../shared/lists/column.ts'
import { isPlain, linkOf, paneFrom } from '../shared/lists/record-pane.tsx'
import { RecordRows } from '../shared/lists/record-table.tsx'
import { InPane } from '../shared/pages/in-pane.ts'
import { useBankColumns } from './line-columns.ts'
import type { Candidate } from './match/candidates.ts'

type BestOf = (line: StatementLineResponse) => Candidate | undefined

/** How lines are shown: in rows with one of them beside these, in rows with one unfolded, or each as a card. */
export type LinesLook = 'beside' | 'below' | 'cards'

export function useLinesLook(): LinesLook {
  const isWide = useMediaQuery(`(min-width: ${paneFrom}px)`)
  const isTablet = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  const isInside = use(InPane)
  if (isInside || !isTablet) return 'cards'
  return isWide ? 'beside' : 'below'
}

/** Lines in one row each, and the one that is being dealt with beside them, or below its row. */
export function LinesInRows({
  lines,
  opened,
  onSelect,
  bestOf,
  next,
  shown,
  pane,
  isBeside,
}: {
  lines: readonly StatementLineResponse[]
  /** Undefined while none is unfolded. */
  opened: StatementLineResponse | undefined
  onSelect: (line: StatementLineResponse) => void
  bestOf: BestOf
  /** Below the last row. */
  next: ReactNode
  /** Which columns are shown; null for the usual ones. */
  shown: readonly string[] | null
  pane: ReactNode
  isBeside: boolean
}) {
  const translate = useTranslate()
  const label = translate('kontor.statements.lines')
  const columns = useLineColumns(bestOf)
  const id = opened?.id ?? null
  useEffect(() => {
    if (id !== null) linkOf({ id })?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [id])
  const rows = (
    <Box sx={{ minWidth: 0 }}>
      <RecordRows
        label={label}
        rows={lines}
        columns={columns}
        shown={shown}
        linkTo={(line) => `/statement-lines?filter={}&line=${line.id}`}
        below={isBeside ? undefined : () => pane}
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
  )
  if (!isBeside) return rows
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) clamp(480px, 36vw, 720px)',
        columnGap: 2,
      }}
    >
      {rows}
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
  const bank = useBankColumns()
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
    bank.party,
    bank.purpose,
    bank.day,
    { key: 'meaning', label: label('meaning'), kind: 'outcome', priority: 2, render: meaning },
    bank.amount,
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
