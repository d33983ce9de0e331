import { Autocomplete, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import {
  findPurchaseRequestByNumber,
  readPurchaseRequest,
} from '../../contract/operations/purchase-requests.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { call } from '../api/client.ts'
import { requestNumberOf } from './request-number.ts'
import { useDelayed } from './use-delayed.ts'

/** Selects a request by its number; the last digits are enough. */
export function RequestFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (id: string | null) => void
}) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const number = useDelayed(requestNumberOf(typed, new Date().getFullYear()), 200)
  const chosen = useQuery({
    queryKey: ['purchase-requests', 'getOne', value],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: value ?? '' }, signal }),
    enabled: value !== null,
  })
  const found = useQuery({
    queryKey: ['purchase-requests', 'by-number', number],
    queryFn: async ({ signal }) => {
      try {
        return await call(findPurchaseRequestByNumber, { query: { number: number ?? '' }, signal })
      } catch (error) {
        if (error instanceof KontorError && error.status === 404) return null
        throw error
      }
    },
    enabled: number !== undefined,
  })
  return (
    <Autocomplete<PurchaseRequestResponse>
      fullWidth
      autoHighlight
      options={found.data ? [found.data] : []}
      loading={found.isFetching}
      value={value === null ? null : (chosen.data ?? null)}
      onChange={(_event, request) => onChange(request?.id ?? null)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      filterOptions={(options) => options}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={(request) => request.number}
      noOptionsText={translate(typed ? 'kontor.statements.no_request' : 'kontor.statements.type_number')}
      loadingText={translate('ra.page.loading')}
      renderInput={(props) => <TextField {...props} label={label} placeholder="PR-2026-000123" />}
    />
  )
}
