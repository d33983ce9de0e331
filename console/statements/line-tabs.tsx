import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import { Button, MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { statementLineList } from '../../contract/lists/statement-lines.ts'
import {
  type StatementLineStatus,
  statementDirections,
  statementLineStatuses,
} from '../../contract/statements.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { TabList, TabPanel } from '../shared/tab-list.tsx'
import { LineKeysDialog } from './keys-dialog.tsx'
import { LineQueue } from './line-queue.tsx'

/** Lines by status: those that wait, those that are matched and those that were set aside. */
export function LineTabs({ statementId }: { statementId?: string }) {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const [isHelping, setIsHelping] = useState(false)
  const status = statementLineStatuses.find((one) => one === params.get('status')) ?? 'new'
  const direction = statementDirections.find((one) => one === params.get('direction'))
  const show = (change: { status?: StatementLineStatus; direction?: string }) => {
    const next = { status, direction: direction ?? '', ...change }
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))
  }
  return (
    <>
      <Stack direction="row" sx={{ gap: 2, mb: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <TabList
          id="lines"
          label={translate('kontor.statements.lines')}
          names={statementLineStatuses}
          chosen={status}
          texts="kontor.statements.tab"
          onChoose={(one) => show({ status: one })}
        />
        <TextField
          select
          sx={{ minWidth: 180 }}
          label={translate('kontor.statements.direction')}
          value={direction ?? ''}
          onChange={(event) => show({ direction: event.target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{translate('kontor.all')}</MenuItem>
          {statementDirections.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`kontor.statement_direction.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <ExportMenu
          operation={statementLineList.file}
          query={{ status, direction, statement_id: statementId }}
        />
        <Button startIcon={<KeyboardIcon />} onClick={() => setIsHelping(true)}>
          {translate('kontor.statements.keys')}
        </Button>
      </Stack>
      <TabPanel id="lines" chosen={status}>
        <LineQueue
          filter={{ status, direction, ...(statementId && { statementId }) }}
          empty={
            <EmptyState
              title={translate(`kontor.statements.empty_${status}`)}
              help={translate(`kontor.statements.empty_${status}_help`)}
            />
          }
        />
      </TabPanel>
      {isHelping && <LineKeysDialog onClose={() => setIsHelping(false)} />}
    </>
  )
}
