import { useQueryClient } from '@tanstack/react-query'
import { createElement, useCallback } from 'react'
import { useNotify } from 'react-admin'
import { useErrorText } from './error-text.ts'
import { approvalAskedFor, Refusal } from './refusal.tsx'

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
        // The element around it is moved by the snackbar.
        if (approvalAskedFor(error))
          notify(createElement('div', null, createElement(Refusal, { error })), { autoHideDuration: 20_000 })
        else notify(errorText(error), { type: 'error' })
        return false
      } finally {
        void queryClient.invalidateQueries({ queryKey: [invalidates] })
      }
    },
    [notify, errorText, queryClient, invalidates],
  )
}
