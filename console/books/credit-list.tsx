import { Box, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { creditStatuses } from '../../contract/deals.ts'
import { creditList } from '../../contract/lists/credits.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { RecordTable } from '../shared/record-table.tsx'
import { useListState } from '../views/use-list-state.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { useCreditColumns } from './credit-columns.tsx'

const choices = [...creditStatuses, 'all'] as const

/** Money that belongs to no request yet. What is open waits for somebody. */
export default function CreditList() {
  const translate = useTranslate()
  const [state, setState] = useListState()
  const columns = useCreditColumns({ withOrganization: true })
  const { organization_id } = state.filters
  const status = choices.find((one) => one === state.filters.status) ?? 'open'
  // In a view, as in the API, no status stands for all.
  const filters = withoutEmpty({ organization_id, status: status === 'all' ? undefined : status })
  const set = (change: Record<string, string | undefined>) =>
    setState({ filters: withoutEmpty({ status, organization_id, ...change }) })
  return (
    <Page
      title={translate('kontor.credits.title')}
      actions={
        <>
          <ViewsMenu
            list="credits"
            state={{ filters, sort: null }}
            onOpen={(view) => setState({ filters: { status: 'all', ...view.filters } })}
          />
          <ExportMenu operation={creditList.file} query={filters} />
        </>
      }
    >
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
          value={organization_id ?? null}
          onChange={(id) => set({ organization_id: id ?? undefined })}
        />
      </Box>
      <CursorList
        resource="credits"
        filter={organization_id ? { organization_id } : {}}
        always={status === 'all' ? {} : { status }}
        onFilter={() => set({ organization_id: undefined })}
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

function withoutEmpty(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Record<string, string>
}
