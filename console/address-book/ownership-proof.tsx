import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Box, Button, Stack, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { TextInput, useTranslate } from 'react-admin'
import type { Network } from '../../contract/money/networks.ts'
import { challengeAddress } from '../../contract/operations/wallets/address-book.ts'
import { addressFault } from '../../contract/wallets/unpayable-addresses.ts'
import { call } from '../api/client.ts'
import { Refusal } from '../shared/answers/refusal.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import { useFormatTime } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { ExactText } from '../shared/values/exact-text.tsx'
import type { Challenge } from './challenge.ts'

/** The three steps of a proof: get the message, have it signed, paste the signature. */
export function OwnershipProof({
  organizationId,
  network,
  address,
  challenge,
  onChallenge,
}: {
  organizationId: string
  network: Exclude<Network, 'tron'>
  address: string
  challenge: Challenge | null
  onChallenge: (challenge: Challenge) => void
}) {
  const translate = useTranslate()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const text = (name: string) => translate(`kontor.address_book.${name}`)
  const isReady = addressFault(['body', 'address'], network, address) === undefined

  async function ask() {
    setBusy(true)
    setFailure(null)
    try {
      const made = await call(challengeAddress, {
        params: { organization_id: organizationId },
        body: { network, address },
      })
      onChallenge({ ...made, network, address })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack sx={{ gap: 2 }}>
      <Step title={text('step_message')}>
        <Typography variant="body2" color="textSecondary">
          {text(isReady ? 'step_message_help' : 'address_first')}
        </Typography>
        <Button variant="outlined" disabled={!isReady || busy} onClick={ask} sx={{ my: 1 }}>
          {text(challenge ? 'new_message' : 'get_message')}
        </Button>
        {failure !== null && <Refusal error={failure} />}
        {challenge && <Message challenge={challenge} />}
      </Step>
      <Step title={text('step_sign')}>
        <Typography variant="body2" color="textSecondary">
          {text(`how.${network}`)}
        </Typography>
      </Step>
      <Step title={text('step_signature')}>
        <TextInput
          source="signature"
          label={text('signature')}
          multiline
          fullWidth
          rows={3}
          helperText={false}
          parse={(value: string) => value.trim()}
          required
        />
        {network === 'ton' && (
          <TextInput
            source="public_key"
            label={text('public_key')}
            helperText={text('public_key_help')}
            fullWidth
            parse={(value: string) => value.trim()}
            required
          />
        )}
      </Step>
    </Stack>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Message({ challenge }: { challenge: Challenge }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const { message, expires_at } = challenge
  const text = (name: string) => translate(`kontor.address_book.${name}`)
  const isOver = Date.parse(expires_at) <= Date.now()
  return (
    <>
      <ExactText label={text('message')} text={message} />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
        <CopyButton text={message} what={text('message')} />
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          onClick={() => saveFile(new Response(message), `message-${challenge.network}.txt`)}
        >
          {text('download')}
        </Button>
        <Typography variant="body2" color={isOver ? 'error' : 'textSecondary'}>
          {isOver
            ? text('message_over')
            : translate('kontor.address_book.valid_until', { time: formatTime(expires_at) })}
        </Typography>
      </Stack>
    </>
  )
}
