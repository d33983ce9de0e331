import { Box, Card, CardContent, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** Fields of a form that belong together, in as many columns as there is space for. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" sx={{ mb: 2 }}>
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          {title}
        </Typography>
        <Box
          sx={{
            display: 'grid',
            columnGap: 2,
            rowGap: 2,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr 1fr' },
          }}
        >
          {children}
        </Box>
      </CardContent>
    </Card>
  )
}
