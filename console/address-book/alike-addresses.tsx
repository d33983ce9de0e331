import { Alert, AlertTitle, Box, Checkbox, FormControlLabel, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import type { ApprovalResponse } from '../../contract/control/approvals.ts'
import type { Network } from '../../contract/money/networks.ts'
import type { ResembledAddress } from '../../contract/wallets/address-book.ts'
import { comparedWith } from '../../contract/wallets/compared-addresses.ts'
import { Detail } from '../shared/values/details.tsx'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'

/** An address, and the trusted ones that it looks like. */
export interface Alike {
  network: Network
  address: string
  resembles: readonly ResembledAddress[]
}

/**
 * An address that the service has refused because it looks like another one, and whether somebody has compared them since.
 * `refused` is told of every error, `flag` is part of what is sent next, and `notice` is for the form.
 */
export function useAlikeAddresses() {
  const [refusal, setRefusal] = useState<Alike | null>(null)
  const [isCompared, setCompared] = useState(false)
  return {
    refused(error: unknown) {
      if (!isAlike(error)) return
      setRefusal(error.context as unknown as Alike)
      setCompared(false)
    },
    /** The address is another one now. */
    forget: () => setRefusal(null),
    flag: refusal && isCompared ? { compared_in_full: true } : {},
    notice: refusal && <Notice alike={refusal} isCompared={isCompared} onCompared={setCompared} />,
  }
}

export function isAlike(error: unknown): error is KontorError {
  return error instanceof KontorError && error.code === 'address_looks_alike'
}

function Notice({
  alike,
  isCompared,
  onCompared,
}: {
  alike: Alike
  isCompared: boolean
  onCompared: (isCompared: boolean) => void
}) {
  const translate = useTranslate()
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <AlertTitle>{translate('kontor.alike.title')}</AlertTitle>
      <AlikeAddresses alike={alike} />
      <FormControlLabel
        control={
          <Checkbox
            checked={isCompared}
            color="default"
            onChange={(event) => onCompared(event.target.checked)}
          />
        }
        label={translate('kontor.alike.compared')}
      />
    </Alert>
  )
}

/** Both addresses in fours, one above the other, for each that it looks like. */
export function AlikeAddresses({ alike: { network, address, resembles } }: { alike: Alike }) {
  const translate = useTranslate()
  return (
    <>
      <Typography variant="body2" component="div">
        {translate('kontor.alike.help')}
      </Typography>
      {resembles.map(({ address: other, kind, id, name }) => (
        <Box key={`${kind} ${id}`} component="dl" sx={{ m: 0, mt: 1, '& dd': { m: 0 } }}>
          <dt>{translate('kontor.alike.this')}</dt>
          <dd>
            <GroupedAddress address={address} pieces={comparedWith(network, address, other)} />
          </dd>
          <dt>{translate(`kontor.alike.kind.${kind}`, { name })}</dt>
          <dd>
            <GroupedAddress address={other} pieces={comparedWith(network, other, address)} />
          </dd>
        </Box>
      ))}
    </>
  )
}

/** What the approval of a signature says about a destination that looks like others. */
export function AlikeDestination({ approval: { content } }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const { network, to_address: address, resembles } = content
  if (!resembles) return null
  return (
    <>
      <Detail label={translate('kontor.approval_content.resembles')} wide>
        <AlikeAddresses alike={{ network, address, resembles } as Alike} />
      </Detail>
      <Detail label={translate('kontor.approval_content.compared_in_full')}>
        {translate('kontor.approval_content.yes')}
      </Detail>
    </>
  )
}
