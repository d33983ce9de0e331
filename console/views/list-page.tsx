import { Box } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { TProperties } from 'typebox'
import { ListTab } from './list-tab.tsx'

/** A page of a list: one line with what is set and what can be done, its rows, and their totals. */
export function ListPage<Declared extends TProperties, Row extends RaRecord>({
  actions,
  notice,
  ...shown
}: Omit<ComponentProps<typeof ListTab<Declared, Row>>, 'isPage' | 'tools'> & {
  actions?: ReactNode
  /** Shown only while there is something that must be known here. */
  notice?: ReactNode
}) {
  return (
    <Box sx={{ pt: 0.5 }}>
      {notice}
      <ListTab {...shown} isPage tools={actions} />
    </Box>
  )
}
