import { Box } from '@mui/material'

/** A key of the keyboard, as a hint beside what it does. */
export function Key({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        px: 0.75,
        border: 1,
        borderColor: 'currentcolor',
        borderRadius: 1,
        fontFamily: 'monospace',
        color: 'inherit',
        // Also as the icon of a button, which would enlarge it.
        '&&': { fontSize: '0.75rem' },
      }}
    >
      {children}
    </Box>
  )
}
