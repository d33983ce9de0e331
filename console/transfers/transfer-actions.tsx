import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { broadcastTransfer } from '../../contract/operations/wallets/transfers.ts'
import type { TransferResponse, TransferStatus } from '../../contract/wallets/transfers.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { Section } from '../shared/pages/section.tsx'
import { awaitsEvidence, CancelDialog, ConfirmDialog, ReleaseDialog } from './ending-dialogs.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { SignDialog } from './signing/sign-dialog.tsx'
import { useSigning } from './signing/signing-query.ts'

const unsigned: readonly TransferStatus[] = ['draft', 'waiting', 'approved']
const living: readonly TransferStatus[] = ['signed', 'sent']

type Opened = 'sign' | 'export' | 'confirm' | 'cancel' | 'release'

/** What can be done with it now. */
export function TransferActions({ transfer }: { transfer: TransferResponse }) {
  const translate = useTranslate()
  const rolesWith = useRolesWith()
  const allowed = usePermission('transfers:manage')
  const { data } = useSigning()
  const act = useAct('transfers')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [busy, setBusy] = useState(false)
  const { id, status, network, signature } = transfer
  const text = (name: string) => translate(`kontor.transfers.${name}`)
  const hasNode = data?.nodes.includes(network) ?? false
  const isOpen = unsigned.includes(status)
  const isLiving = living.includes(status)
  const isStopped = data?.is_stopped ?? false
  const isDoubted = awaitsEvidence(transfer)
  // Its approval was used: it may have been signed, so that it is no longer cancelled but released.
  const isDecided = status === 'approved' && transfer.approval_id === null
  const isGivenUp = (status === 'failed' || status === 'replaced') && signature !== null
  // The network may have carried it out all the same. Of a replaced one a node tells by itself.
  const mayConfirm = isGivenUp ? !hasNode || status === 'failed' : isLiving && !hasNode
  if (!isOpen && !isLiving && !isDoubted && !mayConfirm) return null

  async function broadcast() {
    setBusy(true)
    await act(
      () => call(broadcastTransfer, { params: { transfer_id: id } }),
      'kontor.transfers.broadcast_done',
    )
    setBusy(false)
  }

  function whatNow(): string {
    if (isGivenUp) return isDoubted ? `what_now.${status}` : 'what_now_given_up'
    if (isStopped) return `what_now_stopped.${isOpen ? 'unsigned' : 'signed'}`
    return status === 'signed' && !hasNode ? 'what_now_without_node' : `what_now.${status}`
  }

  const button = (name: Opened, color: 'primary' | 'error', isMain = false) => (
    <Button
      key={name}
      variant={isMain ? 'contained' : 'outlined'}
      color={color}
      disabled={!allowed || (isStopped && (name === 'sign' || name === 'export'))}
      onClick={() => setOpened(name)}
    >
      {text(name)}
    </Button>
  )
  const close = () => setOpened(null)
  return (
    <Section title={text('next_step')}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {allowed
          ? text(whatNow())
          : translate('kontor.signing.not_allowed', { roles: rolesWith('transfers:manage') })}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {isOpen && button('sign', 'primary', true)}
        {isLiving && hasNode && (
          <Button
            variant={status === 'sent' ? 'outlined' : 'contained'}
            disabled={!allowed || isStopped || busy}
            onClick={broadcast}
          >
            {text(status === 'sent' ? 'broadcast_again' : 'broadcast')}
          </Button>
        )}
        {isLiving && button('export', 'primary', !hasNode)}
        {/* Where nothing is spent, as on tron, no other transfer can take its place. */}
        {/* Nor that of one transfer of several that a transaction makes. */}
        {isLiving && Boolean(signature?.spends.length) && signature?.output_index === null && (
          <Button
            variant="outlined"
            component={Link}
            to={`/transfers/create?replaces=${id}`}
            disabled={!allowed}
          >
            {text('replace')}
          </Button>
        )}
        {mayConfirm && button('confirm', 'primary')}
        {(isLiving || isDoubted || isDecided) && button('release', 'error')}
        {isOpen && !isDecided && button('cancel', 'error')}
      </Stack>
      {opened === 'sign' && <SignDialog transfer={transfer} hasNode={hasNode} onClose={close} />}
      {opened === 'export' && <ExportDialog transfer={transfer} onClose={close} />}
      {opened === 'confirm' && <ConfirmDialog transfer={transfer} onClose={close} />}
      {opened === 'cancel' && <CancelDialog transfer={transfer} onClose={close} />}
      {opened === 'release' && <ReleaseDialog transfer={transfer} onClose={close} />}
    </Section>
  )
}
