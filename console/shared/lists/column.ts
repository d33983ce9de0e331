import type { ReactNode } from 'react'
import type { Fitting } from './columns.ts'

export interface Column<T> extends Fitting {
  key: string
  label: string
  render: (row: T) => ReactNode
  align?: 'right'
  /** Shown only to those who choose it. */
  isExtra?: boolean
  /** The list can be read in the order of this column. */
  isOrder?: boolean
}
