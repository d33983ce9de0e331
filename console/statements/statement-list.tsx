import LinesIcon from '@mui/icons-material/PlaylistAddCheck'
import { Button, Chip, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { StatementResponse } from '../../contract/books/statements.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago } from '../shared/time/time.tsx'
import { ResourcePage } from '../views/resource-page.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { ImportButton, ImportZone } from './import/import-zone.tsx'
import { useImports } from './import/use-imports.ts'
import { useWaitingCount } from './line-queries.ts'
import { usePeriod } from './period.ts'

/** Imported bank statements, newest first. */
export default function StatementList() {
  const translate = useTranslate()
  const { imports, isBusy, begin, accept, again, close } = useImports()
  const columns = useColumns()
  const waiting = useWaitingCount()
  const importButton = <ImportButton onFiles={begin} />
  return (
    <>
      <ImportZone onFiles={begin}>
        <ResourcePage
          resource="statements"
          title={translate('kontor.statements.title')}
          actions={
            <>
              <Button component={Link} to="/statement-lines" startIcon={<LinesIcon />}>
                {translate('kontor.statements.match_lines')}
                {waiting > 0 && ` · ${waiting > 99 ? '99+' : waiting}`}
              </Button>
              {importButton}
            </>
          }
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
          foot={
            <Typography variant="body2" color="textSecondary" noWrap>
              {translate('kontor.statements.help')}
            </Typography>
          }
        />
      </ImportZone>
      {imports.length > 0 && (
        <ImportDialog imports={imports} isBusy={isBusy} onAccept={accept} onAgain={again} onClose={close} />
      )}
    </>
  )
}

function useColumns(): Column<StatementResponse>[] {
  const translate = useTranslate()
  const period = usePeriod()
  const label = (name: string) => translate(`kontor.statements.columns.${name}`)
  return [
    { key: 'file', label: label('file'), kind: 'name', render: ({ file }) => file.name },
    {
      key: 'accounts',
      label: label('accounts'),
      kind: 'account',
      priority: 4,
      render: ({ accounts }) => accounts.map(({ account }) => account).join(', '),
    },
    { key: 'period', label: label('period'), kind: 'time', priority: 2, render: period },
    {
      key: 'new_lines',
      label: label('new_lines'),
      kind: 'count',
      priority: 5,
      align: 'right',
      render: (row) => row.new_lines,
    },
    {
      key: 'known_lines',
      label: label('known_lines'),
      kind: 'count',
      priority: 6,
      align: 'right',
      render: (row) => row.known_lines,
    },
    {
      key: 'open_lines',
      label: label('open_lines'),
      kind: 'count',
      priority: 1,
      align: 'right',
      render: ({ open_lines }) =>
        open_lines > 0 ? <Chip size="small" color="warning" variant="outlined" label={open_lines} /> : 0,
    },
    {
      key: 'warnings',
      label: label('warnings'),
      kind: 'count',
      priority: 7,
      align: 'right',
      render: ({ warnings }) => (warnings.length > 0 ? warnings.length : ''),
    },
    {
      key: 'imported',
      label: label('imported'),
      kind: 'ago',
      priority: 3,
      render: ({ imported_at }) => <Ago at={imported_at} />,
    },
  ]
}
