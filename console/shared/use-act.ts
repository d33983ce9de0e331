import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNotify } from 'react-admin'
import { useErrorText } from './error-text.ts'

/** Runs an action, shows its result and reloads what it changed. Returns whether it succeeded. */
export function useAct(
  invalidates: string,
): (work: () => Promise<unknown>, done?: string) => Promise<boolean> {
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  return useCallback(
    async (work, done) => {
      try {
        await work()
        if (done) notify(done, { type: 'success' })
        return true
      } catch (error) {
        notify(errorText(error), { type: 'error' })
        return false
      } finally {
        void queryClient.invalidateQueries({ queryKey: [invalidates] })
      }
    },
    [notify, errorText, queryClient, invalidates],
  )
}
