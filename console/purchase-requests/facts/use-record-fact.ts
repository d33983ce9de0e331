import { useNotify } from 'react-admin'
import { useRefreshDeals } from './fact-queries.ts'

/** Sends what a dialog records, loads again what it changed, says so and closes the dialog. */
export function useRecordFact(
  onClose: () => void,
): <T>(work: () => Promise<T>, done: (result: T) => string) => Promise<void> {
  const notify = useNotify()
  const refresh = useRefreshDeals()
  return async (work, done) => {
    try {
      notify(done(await work()), { type: 'success' })
      onClose()
    } finally {
      // Also after a refusal: it often means that somebody else was faster.
      refresh()
    }
  }
}
