import { Box } from '@mui/material'
import { Deliveries } from './deliveries.tsx'

/** What was sent to all webhooks. */
export default function DeliveriesPage() {
  return (
    <Box sx={{ pt: 0.5 }}>
      <Deliveries />
    </Box>
  )
}
