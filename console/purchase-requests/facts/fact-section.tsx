import { Button, Typography } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { QueryState } from '../../shared/answers/query-state.tsx'
import type { Column } from '../../shared/lists/column.ts'
import { Records } from '../../shared/lists/records.tsx'
import { Section } from '../../shared/pages/section.tsx'

/** One kind of facts of a request, and the dialog that adds one. */
export function FactSection<T extends RaRecord>({
  title,
  query,
  columns,
  empty,
  add,
  more,
}: {
  title: string
  query: UseQueryResult<T[]>
  columns: Column<T>[]
  empty: string
  /** Absent where the status or the role does not allow it. */
  add?: { label: string; dialog: (close: () => void) => ReactNode } | undefined
  /** What else can be done with all of them. */
  more?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const button = add && (
    <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
      {add.label}
    </Button>
  )
  return (
    <Section
      title={title}
      actions={
        <>
          {more}
          {button}
        </>
      }
    >
      <QueryState query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Typography color="textSecondary">{empty}</Typography>
          ) : (
            <Records rows={rows} columns={columns} label={title} />
          )
        }
      </QueryState>
      {isOpen && add?.dialog(() => setOpen(false))}
    </Section>
  )
}
