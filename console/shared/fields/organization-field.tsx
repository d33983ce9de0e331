import { Autocomplete, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  listOrganizations,
  readOrganization,
} from '../../../contract/operations/organizations/organizations.ts'
import type { OrganizationResponse } from '../../../contract/organizations/organizations.ts'
import { call } from '../../api/client.ts'
import { nameOf } from '../names/organization-names.ts'
import { useDelayed } from '../time/use-delayed.ts'

/** Selects an organization; searches while the user types. */
export function OrganizationField({
  label,
  value,
  onChange,
  error,
  autoFocus = false,
}: {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  error?: ReactNode
  autoFocus?: boolean
}) {
  const [typed, setTyped] = useState('')
  const q = useDelayed(typed.trim(), 200)
  const chosen = useQuery({
    queryKey: ['organizations', 'getOne', value],
    queryFn: () => call(readOrganization, { params: { organization_id: value ?? '' } }),
    enabled: value !== null,
  })
  const found = useQuery({
    queryKey: ['organizations', 'choices', q],
    queryFn: ({ signal }) => call(listOrganizations, { query: { limit: 20, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Autocomplete<OrganizationResponse>
      fullWidth
      sx={{ maxWidth: 480 }}
      options={found.data?.items ?? []}
      loading={found.isFetching}
      value={value === null ? null : (chosen.data ?? null)}
      onChange={(_event, organization) => onChange(organization?.id ?? null)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      filterOptions={(options) => options}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={nameOf}
      renderOption={(props, organization) => (
        <li {...props} key={organization.id}>
          {[nameOf(organization), organization.inn ?? organization.registration_number]
            .filter(Boolean)
            .join(' · ')}
        </li>
      )}
      renderInput={(props) => (
        <TextField {...props} label={label} error={Boolean(error)} helperText={error} autoFocus={autoFocus} />
      )}
    />
  )
}
