import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormLabel,
  IconButton,
  Stack,
  TextField,
} from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { AmountRow } from './draft-rules.ts'

export function Grid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      {children}
    </Box>
  )
}

export function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true } }}
    >
      {children}
    </TextField>
  )
}

export function Check({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
    />
  )
}

/** Amounts by currency. */
export function Amounts({
  label,
  rows,
  onChange,
}: {
  label: string
  rows: AmountRow[]
  onChange: (rows: AmountRow[]) => void
}) {
  const translate = useTranslate()
  const set = (place: number, change: Partial<AmountRow>) =>
    onChange(rows.map((row, index) => (index === place ? { ...row, ...change } : row)))
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, mt: 2, p: 0, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ mb: 1 }}>
        {label}
      </FormLabel>
      {rows.map((row, index) => (
        // The position is all that a row has before it is filled in.
        <Stack key={String(index)} direction="row" sx={{ gap: 1, mb: 1, maxWidth: 420 }}>
          <TextField
            size="small"
            sx={{ width: 110 }}
            label={translate('kontor.policy.currency')}
            value={row.currency}
            onChange={(event) => set(index, { currency: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 3, autoCapitalize: 'characters' } }}
          />
          <TextField
            size="small"
            fullWidth
            label={translate('kontor.policy.amount')}
            value={row.amount}
            onChange={(event) => set(index, { amount: event.target.value })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
          <IconButton
            aria-label={translate('kontor.policy.remove_amount')}
            onClick={() => onChange(rows.filter((_row, place) => place !== index))}
          >
            <DeleteIcon />
          </IconButton>
        </Stack>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        onClick={() => onChange([...rows, { currency: 'RUB', amount: '' }])}
      >
        {translate('kontor.policy.add_amount')}
      </Button>
    </Box>
  )
}
