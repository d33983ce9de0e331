import { Box } from '@mui/material'
import { monospace } from './mono.tsx'

/** A text of which every character counts, to be read, scrolled and selected. */
export function ExactText({ label, text, maxHeight }: { label: string; text: string; maxHeight?: number }) {
  return (
    <Box
      component="pre"
      translate="no"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{
        m: 0,
        p: 1,
        ...(maxHeight !== undefined && { maxHeight, overflow: 'auto' }),
        fontFamily: monospace,
        fontSize: '0.85em',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      {text}
    </Box>
  )
}
