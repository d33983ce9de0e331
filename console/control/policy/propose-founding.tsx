import { Alert, Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { PolicyPreviewResponse, PolicyRule } from '../../../contract/control/policy.ts'
import { proposeFounding } from '../../../contract/operations/control/founding.ts'
import { call } from '../../api/client.ts'
import { dependentNames } from '../../i18n/counting-text.ts'
import { Refusal } from '../../shared/answers/refusal.tsx'

/** The way out where people are not counted: once, the people of today declare themselves independent. */
export function ProposeFounding({
  preview,
  rules,
  onAsked,
}: {
  preview: PolicyPreviewResponse | undefined
  rules: PolicyRule[]
  onAsked: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const fault = preview?.faults.find(({ way_out }) => way_out === 'founding')
  if (!fault) return null

  async function ask() {
    setBusy(true)
    setFailure(null)
    try {
      await call(proposeFounding, { body: { rules } })
      notify('kontor.founding.asked', { type: 'success' })
      await queryClient.invalidateQueries({ queryKey: ['founding'] })
      onAsked()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Alert
        severity="warning"
        sx={{ my: 2 }}
        action={
          <Button color="inherit" disabled={busy} onClick={ask}>
            {translate('kontor.founding.propose')}
          </Button>
        }
      >
        {translate('kontor.founding.propose_help', { names: dependentNames(fault.dependent) })}
      </Alert>
      {failure !== null && <Refusal error={failure} sx={{ mb: 2 }} />}
    </>
  )
}
