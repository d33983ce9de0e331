import type { ReactNode } from 'react'
import type { Fitting } from './columns.ts'

export interface Column<T> extends Fitting {
  key: string
  label: string
  render: (row: T) => ReactNode
  /** Stands after it: what can be done with it. In the first column it is no part of the link. */
  after?: (row: T) => ReactNode
  align?: 'right'
  /** Shown only to those who choose it. */
  isExtra?: boolean
  /** The list can be read in the order of this column. */
  isOrder?: boolean
}
