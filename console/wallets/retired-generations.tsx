import ExpandIcon from '@mui/icons-material/ExpandMore'
import LockIcon from '@mui/icons-material/LockOutlined'
import { Accordion, AccordionDetails, AccordionSummary, Button, Chip, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { WalletGenerationResponse } from '../../contract/wallets/wallets.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { BalanceLine } from '../transfers/create/balance-line.tsx'
import { SweepButton } from '../transfers/sweep-button.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { WalletList } from './wallet-list.tsx'

export function RetiredGenerations({
  generations,
  current,
}: {
  generations: WalletGenerationResponse[]
  current: WalletGenerationResponse
}) {
  const translate = useTranslate()
  return (
    <Section title={translate('kontor.wallets.retired')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('kontor.wallets.retired_help')}
      </Typography>
      {generations.map((generation) => (
        <Generation key={generation.generation} generation={generation} current={current} />
      ))}
    </Section>
  )
}

/** Folded: what was replaced is rarely looked at. */
function Generation({
  generation,
  current,
}: {
  generation: WalletGenerationResponse
  current: WalletGenerationResponse
}) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const id = useId()
  const mayRead = usePermission('secrets:read')
  const [isAsking, setAsking] = useState(false)
  const { organization_id, wallets, exposed_at, retired_at, reason } = generation
  return (
    <Accordion variant="outlined" disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary expandIcon={<ExpandIcon />} id={`${id}-head`} aria-controls={`${id}-wallets`}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {translate('kontor.wallets.generation', { generation: generation.generation })}
          </Typography>
          {retired_at && (
            <Typography component="span" variant="body2" color="textSecondary">
              {translate('kontor.wallets.retired_at', { time: formatTime(retired_at) })}
            </Typography>
          )}
          {exposed_at && (
            <Chip
              size="small"
              color="warning"
              variant="outlined"
              label={translate('kontor.wallets.exposed')}
            />
          )}
        </Stack>
      </AccordionSummary>
      <AccordionDetails id={`${id}-wallets`}>
        <Details>
          <Detail label={translate('kontor.wallets.retired_reason')} wide>
            {reason}
          </Detail>
          {exposed_at && (
            <Detail label={translate('kontor.wallets.exposed')} wide>
              {translate('kontor.wallets.exposed_help', { time: formatTime(exposed_at) })}
            </Detail>
          )}
        </Details>
        <WalletList
          wallets={wallets}
          isRetired
          action={(wallet) => (
            <>
              <BalanceLine organizationId={organization_id} walletId={wallet.id} />
              <SweepButton wallet={wallet} current={current} />
            </>
          )}
        />
        {mayRead && (
          <Button variant="outlined" startIcon={<LockIcon />} sx={{ mt: 2 }} onClick={() => setAsking(true)}>
            {translate('kontor.wallets.show_mnemonic')}
          </Button>
        )}
        {isAsking && (
          <SecretsDialog
            organizationId={organization_id}
            kind="mnemonic"
            generation={generation.generation}
            onClose={() => setAsking(false)}
          />
        )}
      </AccordionDetails>
    </Accordion>
  )
}
