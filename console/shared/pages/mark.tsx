import { Box, Stack, Typography } from '@mui/material'
import mark from './mark.svg'

/** The mark of Kontor. Its name stands beside it. */
export function Mark({ size = 26 }: { size?: number }) {
  return <Box component="img" src={mark} alt="" width={size} height={size} sx={{ flex: 'none' }} />
}

/** Mark and name, above a page without an app bar. */
export function Brand() {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.25, mb: 3 }}>
      <Mark size={36} />
      <Typography component="p" sx={{ fontWeight: 700, fontSize: '1.25rem' }}>
        Kontor
      </Typography>
    </Stack>
  )
}
