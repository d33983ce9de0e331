import { useTranslate } from 'react-admin'
import { networks } from '../../contract/networks.ts'
import { purchaseAssets } from '../../contract/purchase-request-rules.ts'
import { permissionsOf } from '../../contract/roles.ts'
import { transferStatuses } from '../../contract/transfers.ts'
import { useAdministratorNames } from '../shared/administrator-names.ts'
import { DaysBetween, FilterGrid, OrderFilter, SelectFilter } from '../shared/list-filters.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { RequestFilter } from '../shared/request-filter.tsx'
import { filterSetter, type ListState } from '../views/use-list-state.ts'

/** The filters of the list of transfers. */
export function TransferFilters({
  state,
  onChange,
}: {
  state: ListState
  onChange: (next: Partial<ListState>) => void
}) {
  const translate = useTranslate()
  const { filters, sort } = state
  const set = filterSetter(state, onChange)
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return (
    <FilterGrid>
      <OrganizationField
        label={label('organization')}
        value={filters.organization_id ?? null}
        onChange={(id) => set({ organization_id: id ?? undefined })}
      />
      <SelectFilter
        label={label('status')}
        value={filters.status}
        choices={transferStatuses.map((id) => ({
          id,
          // Those that wait for approvals, or have them, are not signed either.
          name: translate(id === 'draft' ? 'kontor.transfers.not_signed' : `kontor.transfer_status.${id}`),
        }))}
        onChange={(status) => set({ status })}
      />
      <SelectFilter
        label={label('network')}
        value={filters.network}
        choices={networks.map((id) => ({ id, name: translate(`kontor.network.${id}`) }))}
        onChange={(network) => set({ network })}
      />
      <SelectFilter
        label={label('asset')}
        value={filters.asset}
        choices={purchaseAssets.map((id) => ({ id, name: id }))}
        onChange={(asset) => set({ asset })}
      />
      <RequestFilter
        label={label('request')}
        value={filters.request_id ?? null}
        onChange={(id) => set({ request_id: id ?? undefined })}
      />
      <SelectFilter
        label={translate('kontor.list_filters.maker')}
        value={filters.created_by_id}
        choices={useMakers(filters.created_by_id)}
        onChange={(created_by_id) => set({ created_by_id })}
      />
      <DaysBetween of="prepared" from={filters.from} to={filters.to} onChange={set} />
      <OrderFilter
        isOldest={sort === 'created_at'}
        onChange={(isOldest) => onChange({ sort: isOldest ? 'created_at' : null })}
      />
    </FilterGrid>
  )
}

/** Those who may prepare transfers, and whoever is chosen already. */
function useMakers(chosen: string | undefined): { id: string; name: string }[] {
  const translate = useTranslate()
  const names = useAdministratorNames()
  return [
    { id: 'me', name: translate('kontor.list_filters.me') },
    ...names.filter(({ id, role }) => id === chosen || permissionsOf(role).has('transfers:manage')),
  ]
}
