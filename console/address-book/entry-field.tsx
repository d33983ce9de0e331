import { Box, ListItemText, MenuItem, TextField, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { BookAddressResponse } from '../../contract/wallets/address-book.ts'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'
import { useEntryName } from './use-entry-name.ts'

/** Chooses an entry of the address book. One that may not be used now says why. */
export function EntryField({
  label,
  entries,
  value,
  onChange,
  error,
  help,
  isOptional = false,
}: {
  label: string
  entries: readonly BookAddressResponse[]
  value: string
  onChange: (id: string) => void
  error?: ReactNode
  help?: ReactNode
  isOptional?: boolean
}) {
  const translate = useTranslate()
  const nameOf = useEntryName()
  const chosen = entries.find(({ id }) => id === value)
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={chosen ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error || help}
      slotProps={{
        select: { displayEmpty: true, renderValue: () => chosen && nameOf(chosen) },
      }}
    >
      {isOptional && <MenuItem value="">{translate('kontor.address_book.choose_none')}</MenuItem>}
      {entries.map((entry) => (
        <MenuItem key={entry.id} value={entry.id} disabled={!entry.is_usable} sx={{ whiteSpace: 'normal' }}>
          <ListItemText
            primary={nameOf(entry)}
            secondary={
              <Box component="span">
                <GroupedAddress address={entry.address} memo={entry.memo} />
                {entry.blockers.map((blocker) => (
                  <Typography key={blocker} component="span" variant="body2" sx={{ display: 'block' }}>
                    {translate(`kontor.address_blocker.${blocker}`)}
                  </Typography>
                ))}
              </Box>
            }
          />
        </MenuItem>
      ))}
    </TextField>
  )
}
