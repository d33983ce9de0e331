import { Box } from '@mui/material'
import { AnnouncedLines } from './announced-lines.tsx'

/** What banks have announced, of all statements. */
export default function AnnouncedPage() {
  return (
    <Box sx={{ pt: 0.5 }}>
      <AnnouncedLines />
    </Box>
  )
}
