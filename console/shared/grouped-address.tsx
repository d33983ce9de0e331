import { Box } from '@mui/material'
import { CopyButton } from './copy-button.tsx'
import { inFours } from './in-fours.ts'
import { monospace } from './mono.tsx'

/** The space is a margin: what is selected and copied is the address itself. */
export function GroupedAddress({ address, what }: { address: string; what?: string }) {
  // Groups can be equal, so the key is the position.
  const groups = inFours(address).map((text, place) => ({ text, place }))
  return (
    <>
      <Box component="span" translate="no" sx={{ fontFamily: monospace, fontSize: '0.94em' }}>
        {groups.map(({ text, place }) => (
          <Box component="span" key={place} sx={{ display: 'inline-block', mr: '0.6ch' }}>
            {text}
          </Box>
        ))}
      </Box>
      {what && <CopyButton text={address} what={what} />}
    </>
  )
}
