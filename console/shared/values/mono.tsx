import { Box } from '@mui/material'
import type { ReactNode } from 'react'

export const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

/** A number or address that is compared character by character: INN, hash, address of a wallet. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <Box component="span" translate="no" sx={{ fontFamily: monospace, fontSize: '0.94em' }}>
      {children}
    </Box>
  )
}
