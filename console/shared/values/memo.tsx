import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { CopyButton } from './copy-button.tsx'
import { monospace } from './mono.tsx'

/** By which the recipient knows whose coins came: without it they may be lost, so it is never far from its address. */
export function Memo({ memo }: { memo: string }) {
  const label = useTranslate()('kontor.address_book.memo')
  return (
    <Box component="span" sx={{ display: 'block' }}>
      {label}:{' '}
      <Box
        component="span"
        translate="no"
        sx={{ fontFamily: monospace, whiteSpace: 'pre-wrap', fontWeight: 600 }}
      >
        {memo}
      </Box>
      <CopyButton text={memo} what={label} />
    </Box>
  )
}
