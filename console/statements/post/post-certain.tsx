import CertainIcon from '@mui/icons-material/DoneAllOutlined'
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { CertainMatchesResponse, StatementLineResponse } from '../../../contract/books/statements.ts'
import { listCertainMatches } from '../../../contract/operations/books/statements.ts'
import { bulkMatch } from '../../../contract/operations/work/bulk.ts'
import { type BulkOutcome, callBulk } from '../../api/bulk.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { BulkResults } from '../../shared/answers/bulk-results.tsx'
import { useErrorText } from '../../shared/answers/error-text.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { useLineTitle } from '../match/line-summary.tsx'

/** So many are sent at once, so that the person sees how far it is. */
const atOnce = 20

/** Posts the lines that only have to be confirmed, after they were shown. */
export function PostCertain({ statementId }: { statementId: string | undefined }) {
  const translate = useTranslate()
  const mayPost = usePermission('payments:write')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    // Not with the lists, which every change of a request loads again: it looks at a thousand lines.
    queryKey: ['certain-matches', statementId],
    queryFn: ({ signal }) =>
      call(listCertainMatches, { query: statementId ? { statement_id: statementId } : {}, signal }),
    enabled: mayPost,
  })
  const count = data?.items.length ?? 0
  if (!mayPost || !data || (count === 0 && !isOpen)) return null
  return (
    <>
      <Button variant="contained" startIcon={<CertainIcon />} onClick={() => setOpen(true)}>
        {translate('kontor.statements.certain.post', { smart_count: count })}
      </Button>
      {isOpen && <CertainDialog certain={data} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is shown is what is posted, whatever is imported meanwhile. */
function CertainDialog({ certain, onClose }: { certain: CertainMatchesResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const amount = useFormatAmount()
  const title = useLineTitle()
  const titleId = useId()
  const [{ items, sums, next_cursor }] = useState(certain)
  const [done, setDone] = useState<number | null>(null)
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null)

  async function post() {
    setDone(0)
    const all: BulkOutcome[] = []
    try {
      for (let from = 0; from < items.length; from += atOnce) {
        const rows = items.slice(from, from + atOnce).map(rowOf)
        all.push(...(await callBulk(bulkMatch, { items: rows })))
        setDone(all.length)
      }
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
    for (const key of [
      'certain-matches',
      'statement-lines',
      'statements',
      'purchase-requests',
      'payments',
      'work',
    ])
      void queryClient.invalidateQueries({ queryKey: [key] })
    setDone(null)
    // What was not sent stays in the list, and can be posted again.
    if (all.length > 0) setOutcomes(all)
  }

  if (outcomes) {
    const names = new Map(items.map((line) => [line.id, nameOf(line)]))
    return <BulkResults outcomes={outcomes} nameOf={(id) => names.get(id) ?? id} onClose={onClose} />
  }
  function nameOf(line: StatementLineResponse): string {
    return `${title(line)} → ${line.suggestions[0]?.number ?? ''}`
  }
  const isPosting = done !== null
  return (
    <Dialog open onClose={isPosting ? undefined : onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate('kontor.statements.certain.title', { smart_count: items.length })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography>{translate('kontor.statements.certain.help')}</Typography>
        <Box sx={{ overflow: 'auto', maxHeight: '50vh' }} tabIndex={0}>
          <Box component="table" aria-label={translate('kontor.statements.certain.list')} sx={tableLook}>
            <tbody>
              {items.map((line) => (
                <tr key={line.id}>
                  <td>{title(line)}</td>
                  <td>{line.suggestions[0]?.number}</td>
                  <td className="name">{line.suggestions[0]?.organization_name}</td>
                  <td className="amount">
                    {line.direction === 'outgoing' && '− '}
                    {amount(line.suggestions[0]?.amount ?? '', line.currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
        <Typography sx={{ fontWeight: 600 }}>
          {sums
            .map((sum) =>
              translate('kontor.statements.certain.sum', {
                count: sum.count,
                amount: `${sum.direction === 'outgoing' ? '− ' : ''}${amount(sum.amount, sum.currency)}`,
              }),
            )
            .join(' · ')}
        </Typography>
        {next_cursor !== null && <Alert severity="info">{translate('kontor.statements.certain.more')}</Alert>}
        {isPosting && (
          <Box role="status">
            <Typography>
              {translate('kontor.statements.certain.progress', { done, all: items.length })}
            </Typography>
            <LinearProgress
              aria-label={translate('kontor.statements.certain.posting')}
              variant="determinate"
              value={(100 * done) / items.length}
            />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPosting}>
          {translate('kontor.action.cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => void post()}
          disabled={isPosting || items.length === 0}
          autoFocus
        >
          {translate('kontor.statements.certain.post', { smart_count: items.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function rowOf({ id, suggestions: [best] }: StatementLineResponse) {
  return { id, request_id: best?.request_id ?? '', amount: best?.amount ?? '' }
}

const tableLook = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& td': { height: 32, px: 1, borderBottom: 1, borderColor: 'divider', whiteSpace: 'nowrap' },
  '& td.name': { maxWidth: 220, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td.amount': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
}
