import { Alert, Box, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { SlotKind, VaultResponse } from '../../contract/control/vault.ts'
import { readVault } from '../../contract/operations/control/vault.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'

/** What opens the vault, whether a second copy of its key was tested, and how to make one. */
export function VaultSection() {
  const translate = useTranslate()
  const query = useQuery({ queryKey: ['vault'], queryFn: ({ signal }) => call(readVault, { signal }) })
  return (
    <Section title={translate('kontor.vault.title')}>
      <QueryState query={query}>{(vault) => <Slots vault={vault} />}</QueryState>
    </Section>
  )
}

function Slots({ vault: { backed_up, slots } }: { vault: VaultResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const stateOf = ({ in_use, drilled_at }: VaultResponse['slots'][number]) => {
    if (in_use) return translate('kontor.vault.in_use')
    if (drilled_at) return translate('kontor.vault.tested', { time: formatTime(drilled_at) })
    return translate('kontor.vault.not_tested')
  }
  return (
    <>
      {!backed_up && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('kontor.vault.not_backed_up')} {translate('kontor.vault.how')}{' '}
          <Command text="npx kontor vault split" />
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {slots.map((slot) => (
          <Box component="li" key={slot.id} sx={lineLook}>
            <Typography component="span" sx={{ flex: '1 1 260px' }}>
              {translate(`kontor.vault.slot.${slot.kind}`, {
                shares: slot.shares,
                threshold: slot.threshold,
              })}
            </Typography>
            <Chip
              size="small"
              variant="outlined"
              color={slot.in_use || slot.drilled_at ? 'default' : 'warning'}
              label={stateOf(slot)}
            />
            {!slot.in_use && slot.kind in drills && (
              <Command text={`npx kontor vault drill${drills[slot.kind]}`} />
            )}
          </Box>
        ))}
      </Box>
    </>
  )
}

/** What `npx kontor vault drill` takes to prove that a slot of this kind opens the vault. */
const drills: Partial<Record<SlotKind, string>> = {
  shares: '',
  file: ' --key-file PATH',
  pkcs11: ' --pkcs11',
}

/** What is done at the server, where the key is. */
function Command({ text }: { text: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', minWidth: 0 }}>
      <Box component="code" translate="no" sx={{ overflowWrap: 'anywhere' }}>
        {text}
      </Box>
      <CopyButton text={text} what={text} />
    </Box>
  )
}

const lineLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 40,
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
