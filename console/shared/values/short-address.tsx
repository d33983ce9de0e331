import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { Mono } from './mono.tsx'

/** People compare the beginning and the end. */
const [beginning, end] = [9, 6]

/** An address or a transaction in one line, without its middle. Whole for screen readers, for who rests on it, and on paper. */
export function ShortAddress({ address }: { address: string }) {
  if (address.length <= beginning + end + 1) return <Mono>{address}</Mono>
  return (
    <Mono>
      <Box component="span" aria-hidden data-whole={address} sx={{ '@media print': { display: 'none' } }}>
        {address.slice(0, beginning)}…{address.slice(-end)}
      </Box>
      <Box component="span" sx={{ '@media not print': visuallyHidden }}>
        {address}
      </Box>
    </Mono>
  )
}
