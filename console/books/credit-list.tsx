import { Box, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { creditStatuses } from '../../contract/deals.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { RecordTable } from '../shared/record-table.tsx'
import { useCreditColumns } from './credit-columns.tsx'

const choices = [...creditStatuses, 'all'] as const

/** Money that belongs to no request yet. What is open waits for somebody. */
export default function CreditList() {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const columns = useCreditColumns({ withOrganization: true })
  const status = choices.find((one) => one === params.get('status')) ?? 'open'
  const organization_id = params.get('organization_id')
  const set = (change: { status?: string; organization_id?: string | null }) => {
    const next = Object.entries({ status, organization_id, ...change }).filter(([, value]) => value)
    setParams(Object.fromEntries(next) as Record<string, string>)
  }
  return (
    <Page title={translate('kontor.credits.title')}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mb: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 320px))' },
        }}
      >
        <TextField
          select
          label={translate('kontor.credits.filter_status')}
          value={status}
          onChange={(event) => set({ status: event.target.value })}
        >
          {choices.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(one === 'all' ? 'kontor.all' : `kontor.credits.status.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <OrganizationField
          label={translate('kontor.credits.columns.organization')}
          value={organization_id}
          onChange={(id) => set({ organization_id: id })}
        />
      </Box>
      <CursorList
        resource="credits"
        filter={organization_id ? { organization_id } : {}}
        always={status === 'all' ? {} : { status }}
        onFilter={() => set({ organization_id: null })}
      >
        <RecordTable
          label={translate('kontor.credits.title')}
          columns={columns}
          empty={
            <EmptyState
              title={translate('kontor.credits.empty_title')}
              help={translate('kontor.credits.empty_help')}
            />
          }
        />
      </CursorList>
    </Page>
  )
}
