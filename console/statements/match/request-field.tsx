import { TextField } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { useErrorText } from '../../shared/answers/error-text.ts'
import { Chooser } from '../../shared/fields/chooser.tsx'
import { useRequestByNumber } from '../../shared/fields/use-request-by-number.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { type Candidate, candidateOf } from './candidates.ts'

/** Selects a request for a line: one of its suggestions, or any other by its number. */
export function RequestField({
  line,
  value,
  onChange,
  error,
  autoFocus = false,
}: {
  line: StatementLineResponse
  value: Candidate | null
  onChange: (candidate: Candidate | null) => void
  error?: ReactNode
  autoFocus?: boolean
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const amount = useFormatAmount()
  const [typed, setTyped] = useState('')
  const found = useRequestByNumber(typed)
  const suggested: Candidate[] = line.suggestions
  const isKnown = suggested.some(({ request_id }) => request_id === found.request?.id)
  const options = found.request && !isKnown ? [candidateOf(line, found.request), ...suggested] : suggested
  const hint = error ?? (found.error ? errorText(found.error) : undefined)
  return (
    <Chooser<Candidate>
      autoHighlight
      options={options}
      loading={found.isLoading}
      value={value}
      onChange={(_event, candidate) => onChange(candidate)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      filterOptions={(all) => all.filter(fits(typed, found.number, value))}
      isOptionEqualToValue={(a, b) => a.request_id === b.request_id}
      getOptionKey={({ request_id }) => request_id}
      getOptionLabel={(candidate) => candidate.number}
      noOptionsText={translate(typed ? 'kontor.statements.no_request' : 'kontor.statements.type_number')}
      renderOption={(props, candidate) => (
        <li {...props} key={candidate.request_id}>
          {[
            candidate.number,
            candidate.organization_name,
            translate(`kontor.request_status.${candidate.status}`),
            candidate.score !== null && amount(candidate.amount, line.currency),
          ]
            .filter(Boolean)
            .join(' · ')}
        </li>
      )}
      renderInput={(props) => (
        <TextField
          {...props}
          label={translate('kontor.statements.request_number')}
          placeholder="PR-2026-000123"
          error={Boolean(hint)}
          helperText={hint}
          autoFocus={autoFocus}
        />
      )}
    />
  )
}

/** All suggestions while nothing is typed; then those with this number or in whose number it occurs. */
function fits(typed: string, number: string | undefined, value: Candidate | null) {
  const text = typed.trim().toUpperCase()
  return (candidate: Candidate) =>
    text === '' || text === value?.number || candidate.number === number || candidate.number.includes(text)
}
