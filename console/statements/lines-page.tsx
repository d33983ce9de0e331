import { Box } from '@mui/material'
import { LineTabs } from './line-tabs.tsx'

/** The lines of all statements. */
export default function LinesPage() {
  return (
    <Box sx={{ pt: 0.5 }}>
      <LineTabs />
    </Box>
  )
}
