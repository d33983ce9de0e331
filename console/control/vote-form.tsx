import { Button, Stack, TextField } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { ApprovalResponse, VoteBody, VoteDecision } from '../../contract/control/approvals.ts'
import { voteOnApproval } from '../../contract/operations/control/approvals.ts'
import { call } from '../api/client.ts'
import { canUsePasskeys, signWithPasskey } from '../api/passkeys.ts'
import { currentAdministrator } from '../api/session.ts'
import { Refusal } from '../shared/answers/refusal.tsx'
import { useDirty, useDraft } from '../shared/forms/drafts.ts'
import { showLinkHalf } from './link-half.tsx'

/** Approves or refuses, with a reason if there is one. */
export function VoteForm({ approval }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const draft = useDraft()
  useDirty(draft, reason.trim() !== '')

  async function vote(decision: VoteDecision) {
    setBusy(true)
    setFailure(null)
    try {
      const body = {
        decision,
        ...(reason.trim() && { reason: reason.trim() }),
        ...(await assertionFor(approval, decision)),
      }
      const { link_half } = await call(voteOnApproval, { params: { approval_id: approval.id }, body })
      draft.mark(false)
      if (link_half) showLinkHalf({ half: link_half, email: String(approval.content.email ?? '') })
      notify(`kontor.vote.done_${decision}`, { type: 'success' })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['approvals'] })
    }
  }

  return (
    <Stack
      component="form"
      sx={{ gap: 1.5, mt: 2, maxWidth: 560 }}
      onSubmit={(event) => event.preventDefault()}
    >
      <TextField
        size="small"
        label={translate('kontor.vote.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button variant="contained" disabled={busy} onClick={() => vote('approve')}>
          {translate('kontor.vote.action_approve')}
        </Button>
        <Button variant="outlined" color="error" disabled={busy} onClick={() => vote('refuse')}>
          {translate('kontor.vote.action_refuse')}
        </Button>
      </Stack>
      {failure !== null && <Refusal error={failure} />}
    </Stack>
  )
}

/** Who has a passkey signs the vote with it. Others need a fresh proof, for which the service asks. */
async function assertionFor(
  { challenges }: ApprovalResponse,
  decision: VoteDecision,
): Promise<Pick<VoteBody, 'assertion'>> {
  const { passkeys } = await currentAdministrator()
  if (passkeys === 0 || !canUsePasskeys()) return {}
  return { assertion: await signWithPasskey(challenges[decision]) }
}
