import { Checkbox } from '@mui/material'
import { type RaRecord, useTranslate } from 'react-admin'
import { AboveRow } from './above-row.tsx'
import type { Selection } from './selection.ts'

interface Choosing<T extends RaRecord> {
  selection: Selection<T>
  rowName?: ((row: T) => string) | undefined
}

export function Choose<T extends RaRecord>({ row, selection, rowName }: Choosing<T> & { row: T }) {
  const translate = useTranslate()
  const name = translate('kontor.selection.choose', { name: rowName?.(row) ?? String(row.id) })
  return (
    <AboveRow>
      <Checkbox
        size="small"
        checked={selection.has(row)}
        onChange={(event) => selection.set([row], event.target.checked)}
        slotProps={{ input: { 'aria-label': name } }}
      />
    </AboveRow>
  )
}

export function ChooseAll<T extends RaRecord>({ rows, selection }: Choosing<T> & { rows: readonly T[] }) {
  const translate = useTranslate()
  const chosen = rows.filter((row) => selection.has(row)).length
  return (
    <Checkbox
      size="small"
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={(event) => selection.set(rows, event.target.checked)}
      slotProps={{ input: { 'aria-label': translate('kontor.selection.choose_all') } }}
    />
  )
}
