import { Button, Chip, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { StatementResponse } from '../../contract/statements.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { Ago } from '../shared/time.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ImportButton, ImportZone } from './import-zone.tsx'
import { useWaitingCount } from './line-queries.ts'
import { usePeriod } from './period.ts'
import { useImports } from './use-imports.ts'

/** Imported bank statements, newest first. */
export default function StatementList() {
  const translate = useTranslate()
  const { imports, isBusy, begin, accept, again, close } = useImports()
  const columns = useColumns()
  const waiting = useWaitingCount()
  const importButton = <ImportButton onFiles={begin} />
  return (
    <Page
      title={translate('kontor.statements.title')}
      actions={
        <>
          <Button component={Link} to="/statement-lines" variant="outlined">
            {translate('kontor.statements.match_lines')}
            {waiting > 0 && ` · ${waiting > 99 ? '99+' : waiting}`}
          </Button>
          {importButton}
        </>
      }
    >
      <ImportZone onFiles={begin}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {translate('kontor.statements.help')}
        </Typography>
        <CursorList resource="statements" filter={{}} onFilter={() => undefined}>
          <RecordTable
            label={translate('kontor.statements.title')}
            columns={columns}
            linkTo={({ id }) => `/statements/${id}/show`}
            empty={
              <EmptyState
                title={translate('kontor.statements.empty_title')}
                help={translate('kontor.statements.empty_help')}
              >
                {importButton}
              </EmptyState>
            }
          />
        </CursorList>
      </ImportZone>
      {imports.length > 0 && (
        <ImportDialog imports={imports} isBusy={isBusy} onAccept={accept} onAgain={again} onClose={close} />
      )}
    </Page>
  )
}

function useColumns(): Column<StatementResponse>[] {
  const translate = useTranslate()
  const period = usePeriod()
  const label = (name: string) => translate(`kontor.statements.columns.${name}`)
  return [
    { key: 'file', label: label('file'), render: ({ file }) => file.name },
    {
      key: 'accounts',
      label: label('accounts'),
      render: ({ accounts }) => accounts.map(({ account }) => <div key={account}>{account}</div>),
    },
    { key: 'period', label: label('period'), render: period },
    { key: 'new_lines', label: label('new_lines'), align: 'right', render: (row) => row.new_lines },
    { key: 'known_lines', label: label('known_lines'), align: 'right', render: (row) => row.known_lines },
    {
      key: 'open_lines',
      label: label('open_lines'),
      align: 'right',
      render: ({ open_lines }) =>
        open_lines > 0 ? <Chip size="small" color="warning" variant="outlined" label={open_lines} /> : 0,
    },
    {
      key: 'warnings',
      label: label('warnings'),
      align: 'right',
      render: ({ warnings }) => (warnings.length > 0 ? warnings.length : ''),
    },
    { key: 'imported', label: label('imported'), render: ({ imported_at }) => <Ago at={imported_at} /> },
  ]
}
