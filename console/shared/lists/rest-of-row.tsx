import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Box, IconButton } from '@mui/material'
import { type RaRecord, useTranslate } from 'react-admin'
import { Detail, Details } from '../values/details.tsx'
import { AboveRow } from './above-row.tsx'
import type { Column } from './column.ts'

export const restWidth = 44

/** Opens what a row has no room for. */
export function RestButton({
  name,
  isOpen,
  onToggle,
}: {
  name: string | undefined
  isOpen: boolean
  onToggle: () => void
}) {
  const translate = useTranslate()
  const label = [translate('kontor.columns.rest'), name].filter(Boolean).join(': ')
  return (
    <AboveRow>
      <IconButton size="small" aria-label={label} aria-expanded={isOpen} onClick={onToggle}>
        <ExpandIcon fontSize="small" sx={{ transform: isOpen ? 'rotate(180deg)' : undefined }} />
      </IconButton>
    </AboveRow>
  )
}

/** The columns that a narrow screen has no room for, below their row. */
export function RestOfRow<T extends RaRecord>({
  row,
  columns,
  span,
}: {
  row: T
  columns: readonly Column<T>[]
  span: number
}) {
  return (
    <Box component="tr">
      <Box component="td" colSpan={span} data-kind="rest" sx={{ '&&': { whiteSpace: 'normal', p: 1 } }}>
        <Details>
          {columns.map(({ key, label, render }) => (
            <Detail key={key} label={label}>
              {render(row)}
            </Detail>
          ))}
        </Details>
      </Box>
    </Box>
  )
}
