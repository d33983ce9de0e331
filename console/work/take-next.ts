import { useCallback, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { placeOfWork, type QueueName, type WorkQueueState } from '../../contract/work/work.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { listQueue } from './work-queries.ts'

/** The queue whose first piece of work is due first, of those in which the current administrator may act. */
export function mostUrgent(states: readonly WorkQueueState[]): QueueName | undefined {
  const waiting = states.filter(({ may_act, next_due_at }) => may_act && next_due_at !== null)
  return waiting.toSorted((a, b) => Date.parse(a.next_due_at ?? '') - Date.parse(b.next_due_at ?? ''))[0]
    ?.queue
}

/** Opens the next piece of work of a queue. */
export function useTakeNext(): { take: (queue: QueueName) => Promise<void>; isBusy: boolean } {
  const navigate = useNavigate()
  const notify = useNotify()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const take = useCallback(
    async (queue: QueueName) => {
      setBusy(true)
      try {
        const place = await placeOfNext(queue)
        if (place) navigate(place)
        else notify('kontor.work.nothing_left', { type: 'info' })
      } catch (error) {
        notify(errorText(error), { type: 'error' })
      } finally {
        setBusy(false)
      }
    },
    [navigate, notify, errorText],
  )
  return { take, isBusy }
}

async function placeOfNext(queue: QueueName): Promise<string | undefined> {
  // The review mode finds the first one itself.
  if (queue === 'documents') return '/work/documents/review'
  // What is assigned to somebody else is not the next one of this person.
  const asked = queue === 'requests' ? [{ assignee_id: 'me' }, { assignee_id: 'none' }] : [{}]
  for (const filter of asked) {
    const [first] = (await listQueue(queue, { limit: 1, ...filter })).items
    if (first) return placeOfWork(first)
  }
  return undefined
}
