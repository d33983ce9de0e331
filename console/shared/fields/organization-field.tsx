import { TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  listOrganizations,
  readOrganization,
} from '../../../contract/operations/organizations/organizations.ts'
import type { OrganizationResponse } from '../../../contract/organizations/organizations.ts'
import { call } from '../../api/client.ts'
import { nameOf } from '../names/organization-names.ts'
import { useDelayed } from '../time/use-delayed.ts'
import { Chooser } from './chooser.tsx'

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
  const chosen = useQuery({
    queryKey: ['organizations', 'getOne', value],
    queryFn: () => call(readOrganization, { params: { organization_id: value ?? '' } }),
    enabled: value !== null,
  })
  // The name of what is chosen searches for nothing.
  const q = value !== null && chosen.data && nameOf(chosen.data) === typed ? '' : typed.trim()
  const asked = useDelayed(q, 200)
  const found = useQuery({
    queryKey: ['organizations', 'choices', asked],
    queryFn: ({ signal }) =>
      call(listOrganizations, { query: { limit: 20, ...(asked && { q: asked }) }, signal }),
  })
  // What was found for an earlier text is no answer to this one.
  const options = q === asked ? found.data?.items : undefined
  return (
    <Chooser<OrganizationResponse>
      sx={{ maxWidth: 480 }}
      options={options ?? []}
      loading={options === undefined && !found.isError}
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
