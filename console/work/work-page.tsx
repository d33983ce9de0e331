import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { QueueName, WorkQueueState } from '../../contract/work/work.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { latinKey, type Pressed } from '../shared/pages/latin-key.ts'
import { Page } from '../shared/pages/page.tsx'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import { Ago } from '../shared/time/time.tsx'
import { Key } from './key.tsx'
import { mostUrgent, useTakeNext } from './take-next.ts'
import { useCountText } from './use-count-text.ts'
import { useWork } from './work-queries.ts'

/** What waits, by queue. */
export default function WorkPage() {
  const translate = useTranslate()
  const query = useWork()
  return (
    <Page title={translate('kontor.work.title')}>
      <QueryState query={query}>{({ items }) => <Queues states={items} />}</QueryState>
    </Page>
  )
}

/** The queue with the number of its place; ten is the key 0. There are no keys for more. */
const keyOf = (index: number) => (index < 10 ? String((index + 1) % 10) : undefined)

function Queues({ states }: { states: readonly WorkQueueState[] }) {
  const translate = useTranslate()
  const { take, isBusy } = useTakeNext()
  const urgent = mostUrgent(states)
  const mayTake = ({ may_act, total }: WorkQueueState) => may_act && total > 0
  const queueOf = (pressed: Pressed): QueueName | undefined => {
    const key = latinKey(pressed)
    if (key === 'n') return urgent
    return states.find((state, index) => keyOf(index) === key && mayTake(state))?.queue
  }
  usePageKeys(queueOf, (queue) => void take(queue), !isBusy)
  return (
    <>
      <Card sx={{ mb: 2, p: 2 }}>
        {urgent === undefined ? (
          <EmptyState title={translate('kontor.work.empty')} help={translate('kontor.work.empty_help')} />
        ) : (
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              size="large"
              disabled={isBusy}
              onClick={() => void take(urgent)}
              aria-keyshortcuts="n"
            >
              {translate('kontor.work.take_next')}
            </Button>
            <Typography color="textSecondary">
              {translate(`kontor.queue.${urgent}`)} <Key>N</Key>
            </Typography>
          </Stack>
        )}
      </Card>
      <Card
        component="ul"
        aria-label={translate('kontor.work.queues')}
        sx={{ m: 0, p: 0, listStyle: 'none' }}
      >
        {states.map((state, index) => (
          <QueueRow
            key={state.queue}
            state={state}
            shortcut={keyOf(index)}
            isBusy={isBusy}
            onTake={mayTake(state) ? () => void take(state.queue) : undefined}
          />
        ))}
      </Card>
    </>
  )
}

function QueueRow({
  state,
  shortcut,
  isBusy,
  onTake,
}: {
  state: WorkQueueState
  /** The key that takes the next one. */
  shortcut: string | undefined
  isBusy: boolean
  /** Undefined if there is nothing to take. */
  onTake: (() => void) | undefined
}) {
  const translate = useTranslate()
  const countText = useCountText()
  const { queue, total, overdue, mine, oldest_at } = state
  const name = translate(`kontor.queue.${queue}`)
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Typography
        component="span"
        variant="h6"
        color={total === 0 ? 'textSecondary' : undefined}
        sx={{ minWidth: '3.5rem', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
      >
        {countText(state)}
      </Typography>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Link to={`/work/${queue}`}>{name}</Link>
        <Typography variant="body2" color="textSecondary">
          {oldest_at === null ? (
            translate('kontor.work.nothing')
          ) : (
            <>
              {translate('kontor.work.oldest')} <Ago at={oldest_at} />
            </>
          )}
          {!state.is_required && total > 0 && ` · ${translate('kontor.work.optional')}`}
          {mine !== null && mine > 0 && ` · ${translate('kontor.work.mine', { count: mine })}`}
        </Typography>
      </Box>
      {overdue > 0 && (
        <Chip
          size="small"
          color="error"
          component={Link}
          to={`/work/${queue}?overdue=true`}
          clickable
          label={translate('kontor.work.overdue_count', { count: overdue })}
        />
      )}
      {onTake !== undefined && (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <Button
            size="small"
            variant="outlined"
            disabled={isBusy}
            onClick={onTake}
            aria-label={`${name}: ${translate('kontor.work.take_next')}`}
            aria-keyshortcuts={shortcut}
          >
            {translate('kontor.work.take_next')}
          </Button>
          {shortcut !== undefined && <Key>{shortcut}</Key>}
        </Stack>
      )}
    </Box>
  )
}
