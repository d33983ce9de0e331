import LockIcon from '@mui/icons-material/LockOutlined'
import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { Section } from '../shared/pages/section.tsx'
import { type SecretKind, SecretsDialog } from './secrets-dialog.tsx'

export function SecretsCard({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const [open, setOpen] = useState<SecretKind | null>(null)
  return (
    <Section title={translate('kontor.wallets.secrets')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('kontor.wallets.recorded')}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {(['mnemonic', 'keys'] as const).map((kind) => (
          <Button key={kind} variant="outlined" startIcon={<LockIcon />} onClick={() => setOpen(kind)}>
            {translate(`kontor.wallets.show_${kind}`)}
          </Button>
        ))}
      </Stack>
      {open && <SecretsDialog organizationId={organization.id} kind={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
