import { Button } from '@mui/material'
import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import type { BulkOutcome } from '../../api/bulk.ts'
import { BulkResults, isDone } from '../../shared/answers/bulk-results.tsx'
import { BulkBar } from '../../shared/lists/bulk-bar.tsx'
import type { Selection } from '../../shared/lists/selection.ts'
import { lazyPage } from '../../shared/pages/lazy-page.ts'
import { useRefreshDeals } from '../facts/fact-queries.ts'

type Request = PurchaseRequestResponse

const BulkDialog = lazyPage(() => import('./bulk-dialogs.tsx'))

/** Assigns or moves the requests that are chosen. What fails stays chosen. */
export function BulkActs({ selection }: { selection: Selection<Request> }) {
  const translate = useTranslate()
  const refresh = useRefreshDeals()
  const [dialog, setDialog] = useState<'assign' | 'move' | null>(null)
  const [results, setResults] = useState<{ outcomes: BulkOutcome[]; numbers: Map<string, string> } | null>(
    null,
  )
  const close = () => setDialog(null)

  function show(outcomes: BulkOutcome[]) {
    const numbers = new Map(selection.rows.map(({ id, number }) => [id, number]))
    setResults({ outcomes, numbers })
    setDialog(null)
    selection.keep(new Set(outcomes.filter((one) => !isDone(one)).map(({ id }) => id)))
    refresh()
  }

  return (
    <>
      <BulkBar count={selection.rows.length} onClear={selection.clear}>
        <Button variant="outlined" onClick={() => setDialog('assign')}>
          {translate('kontor.bulk.assign')}
        </Button>
        <Button variant="outlined" onClick={() => setDialog('move')}>
          {translate('kontor.bulk.move')}
        </Button>
      </BulkBar>
      <Suspense fallback={null}>
        {dialog && <BulkDialog act={dialog} requests={selection.rows} onDone={show} onClose={close} />}
      </Suspense>
      {results && (
        <BulkResults
          outcomes={results.outcomes}
          nameOf={(id) => results.numbers.get(id) ?? id}
          onClose={() => setResults(null)}
        />
      )}
    </>
  )
}
