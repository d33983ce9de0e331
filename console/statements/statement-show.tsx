import {
  Alert,
  AlertTitle,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { isAnnouncement, isOfSequence, type StatementResponse } from '../../contract/books/statements.ts'
import { readStatement } from '../../contract/operations/books/statements.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useFormatSize } from '../shared/files/file-size.ts'
import { useNameOf } from '../shared/names/administrator-names.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { AnnouncedLines } from './announced-lines.tsx'
import { ExplainDialog } from './import/explain-dialog.tsx'
import { WarningList } from './import/import-dialog.tsx'
import { LineTabs } from './line-tabs.tsx'
import { usePeriod } from './period.ts'

export default function StatementShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['statements', 'getOne', id],
    queryFn: ({ signal }) => call(readStatement, { params: { statement_id: id }, signal }),
  })
  return <QueryState query={query}>{(statement) => <Statement statement={statement} />}</QueryState>
}

function Statement({ statement }: { statement: StatementResponse }) {
  const translate = useTranslate()
  const nameOf = useNameOf()
  const period = usePeriod()
  const formatSize = useFormatSize()
  const { file, warnings, accounts } = statement
  const label = (name: string) => translate(`kontor.statements.columns.${name}`)
  return (
    <Page title={file.name}>
      {warnings.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <AlertTitle>{label('warnings')}</AlertTitle>
          <WarningList warnings={warnings} accounts={accounts} />
          {warnings.some(isOfSequence) && <Explanation statement={statement} />}
        </Alert>
      )}
      <Section title={translate('kontor.statements.statement')}>
        <Details>
          <Detail label={label('format')}>
            {translate(`kontor.statement_format.${statement.format}`)} · {formatSize(file.size)}
          </Detail>
          <Detail label={label('period')}>{period(statement)}</Detail>
          <Detail label={label('imported')}>
            <Time at={statement.imported_at} /> · {nameOf(statement.imported_by)}
          </Detail>
          <Detail label={label('new_lines')}>{statement.new_lines}</Detail>
          <Detail label={label('known_lines')}>{statement.known_lines}</Detail>
          <Detail label={label(isAnnouncement(statement.format) ? 'not_booked_yet' : 'open_lines')}>
            {statement.open_lines}
          </Detail>
        </Details>
        <Accounts accounts={accounts} />
      </Section>
      {isAnnouncement(statement.format) ? (
        <AnnouncedLines statementId={statement.id} />
      ) : (
        <LineTabs statementId={statement.id} />
      )}
    </Page>
  )
}

/** Why the statement does not follow from the others, or the way to say it. */
function Explanation({ statement }: { statement: StatementResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const nameOf = useNameOf()
  const queryClient = useQueryClient()
  const mayProcess = usePermission('requests:process')
  const [isOpen, setOpen] = useState(false)
  const { explanation } = statement
  function done(explained: StatementResponse) {
    queryClient.setQueryData(['statements', 'getOne', statement.id], explained)
    setOpen(false)
    notify('kontor.statements.explained', { type: 'success' })
  }
  return (
    <>
      {explanation && (
        <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {translate('kontor.statements.explained_by', { reason: explanation.reason })} ·{' '}
          {nameOf(explanation.by)} · <Time at={explanation.at} />
        </Typography>
      )}
      {!explanation && (
        <Typography variant="body2" sx={{ my: 1 }}>
          {translate('kontor.statements.explain_help')}
        </Typography>
      )}
      {!explanation && mayProcess && (
        <Button variant="outlined" color="warning" size="small" onClick={() => setOpen(true)}>
          {translate('kontor.statements.explain')}
        </Button>
      )}
      {isOpen && <ExplainDialog statement={statement} onDone={done} onClose={() => setOpen(false)} />}
    </>
  )
}

function Accounts({ accounts }: Pick<StatementResponse, 'accounts'>) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const columns = ['opening_balance', 'received', 'sent', 'closing_balance'] as const
  const label = translate('kontor.statements.columns.accounts')
  return (
    <TableContainer sx={{ mt: 2 }} tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('kontor.statements.account')}</TableCell>
            {columns.map((name) => (
              <TableCell key={name} align="right">
                {translate(`kontor.statements.columns.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {accounts.map((account) => (
            <TableRow key={account.account}>
              <TableCell>{account.account}</TableCell>
              {columns.map((name) => {
                const value = account[name]
                return (
                  <TableCell key={name} align="right" sx={{ whiteSpace: 'nowrap' }}>
                    {value === null ? '–' : amount(value, account.currency)}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
