import type { ComponentProps, ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { TProperties } from 'typebox'
import { Page } from '../shared/page.tsx'
import { ListTab } from './list-tab.tsx'

/** A page of a list: its saved views, its file, its filters, its rows and their totals. */
export function ListPage<Declared extends TProperties, Row extends RaRecord>({
  actions,
  notice,
  ...shown
}: ComponentProps<typeof ListTab<Declared, Row>> & { actions?: ReactNode; notice?: ReactNode }) {
  return (
    <Page title={shown.title} actions={actions}>
      {notice}
      <ListTab {...shown} />
    </Page>
  )
}
