import { Box, Chip, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AddressOwnership, BookAddressResponse } from '../../contract/wallets/address-book.ts'
import { useFormatTime } from '../shared/time/time.tsx'

const tones = { own_wallet: 'success', signed_message: 'success', declared: 'default' } as const

/** How it is known whose address it is. */
export function OwnershipChip({ ownership }: { ownership: AddressOwnership }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={tones[ownership]}
      label={translate(`kontor.ownership.${ownership}`)}
    />
  )
}

/** Why nothing may be sent there now, in words, with the way to where it can be resolved. */
export function EntryBlockers({ entry }: { entry: Pick<BookAddressResponse, 'blockers' | 'usable_from'> }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  if (entry.blockers.length === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {entry.blockers.map((blocker) => (
        <Typography component="li" variant="body2" color="warning" key={blocker}>
          {translate(`kontor.address_blocker.${blocker}`)}{' '}
          {blocker === 'cooling_off' &&
            translate('kontor.address_book.usable_from', { time: formatTime(entry.usable_from) })}
          {blocker === 'screening_hit' && (
            <Link to="/screening-hits">{translate('kontor.address_book.to_screening')}</Link>
          )}
          {blocker === 'screening_stale' && (
            <Link to="/screening-lists">{translate('kontor.address_book.to_lists')}</Link>
          )}
        </Typography>
      ))}
    </Box>
  )
}
