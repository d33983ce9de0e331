import { TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { readPurchaseRequest } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { Chooser } from './chooser.tsx'
import { useRequestByNumber } from './use-request-by-number.ts'

/** Selects a request by its number; the last digits are enough. */
export function RequestFilter({
  label,
  value,
  onChange,
  autoFocus = false,
}: {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  autoFocus?: boolean
}) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const found = useRequestByNumber(typed)
  const chosen = useQuery({
    queryKey: ['purchase-requests', 'getOne', value],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: value ?? '' }, signal }),
    enabled: value !== null,
  })
  return (
    <Chooser<PurchaseRequestResponse>
      autoHighlight
      options={found.request ? [found.request] : []}
      loading={found.isLoading}
      value={value === null ? null : (chosen.data ?? null)}
      onChange={(_event, request) => onChange(request?.id ?? null)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      filterOptions={(options) => options}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={(request) => request.number}
      noOptionsText={translate(typed ? 'kontor.statements.no_request' : 'kontor.statements.type_number')}
      renderInput={(props) => (
        <TextField {...props} label={label} placeholder="PR-2026-000123" autoFocus={autoFocus} />
      )}
    />
  )
}
