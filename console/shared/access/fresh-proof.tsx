import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import { ProofForm } from './proof-form.tsx'

/** Runs work that needs a recent sign-in; if it was too long ago, asks for the proof in a dialog and runs it again. */
export function useFreshProof(): {
  withProof: <T>(work: () => Promise<T>) => Promise<T>
  dialog: ReactNode
} {
  const translate = useTranslate()
  const titleId = useId()
  const [asking, setAsking] = useState<{ answer: (isProven: boolean) => void } | null>(null)

  async function withProof<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KontorError) || error.code !== 'reauthentication_required') throw error
      const isProven = await new Promise<boolean>((answer) => setAsking({ answer }))
      setAsking(null)
      if (!isProven) throw error
      return work()
    }
  }

  const dialog = asking && (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.proof.title')}</DialogTitle>
      <DialogContent>
        <ProofForm onProven={() => asking.answer(true)} onCancel={() => asking.answer(false)} />
      </DialogContent>
    </Dialog>
  )
  return { withProof, dialog }
}
