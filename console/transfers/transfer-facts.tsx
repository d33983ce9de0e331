import { Alert, Box, Chip } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { TransferDetailsResponse } from '../../contract/wallets/transfers.ts'
import { useAddressBook } from '../address-book/book-query.ts'
import { EntryBlockers, OwnershipChip } from '../address-book/entry-state.tsx'
import { useEntryName } from '../address-book/use-entry-name.ts'
import { usePolicy } from '../control/policy/policy-query.ts'
import { useRuleSentence } from '../control/policy/use-rule-sentence.ts'
import { SignAlone } from '../control/sign-alone.tsx'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time } from '../shared/time/time.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'
import { TotalSentence } from './intent/total-sentence.tsx'
import { useUnits } from './intent/use-units.ts'

/** What people approve. */
export function Intent({ transfer }: { transfer: TransferDetailsResponse }) {
  const translate = useTranslate()
  const units = useUnits()
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  const { amount, asset, network } = transfer
  return (
    <Section title={translate('kontor.transfers.intent')}>
      <Details>
        <Detail label={label('amount')}>{units.amount(amount, asset, network)}</Detail>
        <Detail label={label('fee')}>{units.fee(transfer.fee_ceiling, network)}</Detail>
        <Detail label={label('total')} wide>
          <TotalSentence terms={transfer} />
        </Detail>
        <Detail label={label('to')} wide>
          <Recipient transfer={transfer} />
        </Detail>
        <Detail label={label('from')} wide>
          <GroupedAddress address={transfer.from_address} what={label('from')} />{' '}
          {translate('kontor.wallets.generation', { generation: transfer.from_generation })}
        </Detail>
        <Detail label={label('reason')} wide>
          {transfer.reason}
        </Detail>
        <Relations transfer={transfer} />
        <Detail label={label('policy')} wide>
          <Rules />
        </Detail>
        <CopiedDetail label={label('digest')} value={transfer.digest} wide />
        <Detail label={label('created')} wide>
          {transfer.created_by} · <Time at={transfer.created_at} />
        </Detail>
      </Details>
    </Section>
  )
}

/** The entry as it is today: whose it is, how that is known, and what is against it. */
function Recipient({ transfer }: { transfer: TransferDetailsResponse }) {
  const translate = useTranslate()
  const nameOf = useEntryName()
  const { data = [] } = useAddressBook(transfer.organization_id)
  const entry = data.find(({ id }) => id === transfer.address_id)
  if (transfer.client_id !== null)
    return (
      <>
        <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
          <OrganizationName id={transfer.client_id} />
        </Box>
        <GroupedAddress
          address={transfer.to_address}
          memo={transfer.memo}
          what={translate('kontor.transfers.fields.to')}
        />
      </>
    )
  return (
    <>
      <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
        {nameOf(entry ?? { label: transfer.to_label, owner: null })}
      </Box>
      <GroupedAddress
        address={transfer.to_address}
        memo={transfer.memo}
        what={translate('kontor.transfers.fields.to')}
      />{' '}
      {entry && <OwnershipChip ownership={entry.ownership} />}
      {entry && <EntryBlockers entry={entry} />}
    </>
  )
}

function Relations({ transfer }: { transfer: TransferDetailsResponse }) {
  const translate = useTranslate()
  const { request_id, replaces, replaced_by } = transfer
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  const open = translate('kontor.transfers.open')
  return (
    <>
      <Detail label={label('request')}>
        {request_id && <Link to={`/purchase-requests/${request_id}/show`}>{open}</Link>}
      </Detail>
      <Detail label={label('replaces')}>
        {replaces && <Link to={`/transfers/${replaces}/show`}>{open}</Link>}
      </Detail>
      <Detail label={label('replaced_by')}>
        {replaced_by && <Link to={`/transfers/${replaced_by}/show`}>{open}</Link>}
      </Detail>
    </>
  )
}

/** What the policy asks for before a transfer is signed. */
function Rules() {
  const sentenceOf = useRuleSentence()
  const { data } = usePolicy()
  const rules = [...(data?.floor ?? []), ...(data?.rules ?? [])].filter(({ act }) => act === 'transfer.sign')
  return (
    <>
      <SignAlone />
      {rules.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {rules.map(sentenceOf).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Box>
      )}
    </>
  )
}

/** What was signed, and what the network did with it. */
export function Outcome({ transfer }: { transfer: TransferDetailsResponse }) {
  const translate = useTranslate()
  const units = useUnits()
  const { signature, effect, asset, network, evidence } = transfer
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  if (!signature) return null
  return (
    <Section title={translate('kontor.transfers.outcome')}>
      <Details>
        <CopiedDetail label={label('tx_id')} value={signature.tx_id} wide />
        {signature.output_index !== null && (
          <Detail label={label('output')} wide>
            {translate('kontor.transfers.output_of_batch', { output: signature.output_index })}
          </Detail>
        )}
        <Detail label={label('signed_amount')}>{units.amount(signature.amount, asset, network)}</Detail>
        <Detail label={label('signed_fee')}>{units.fee(signature.fee, network)}</Detail>
        <Detail label={label('signed_by')} wide>
          {signature.signed_by} · <Time at={signature.signed_at} />
        </Detail>
        <Detail label={label('valid_until')} wide>
          {signature.valid_until ? (
            <Time at={signature.valid_until} withSeconds />
          ) : (
            translate('kontor.transfers.never_expires')
          )}
        </Detail>
        <Detail label={label('spends')} wide>
          {signature.spends.join(', ')}
        </Detail>
        {effect && (
          <>
            <Detail label={label('effect')}>
              <Chip
                size="small"
                variant="outlined"
                color={effectTones[effect.result]}
                label={translate(`kontor.transfer_effect.${effect.result}`)}
              />
            </Detail>
            <Detail label={label('confirmations')}>{effect.confirmations}</Detail>
            <Detail label={label('paid_fee')}>{effect.fee && units.fee(effect.fee, network)}</Detail>
            <Detail label={label('checked_at')}>
              <Time at={effect.checked_at} />
            </Detail>
            <Detail label={label('problem')} wide>
              {effect.problem}
            </Detail>
          </>
        )}
        <Detail label={label('evidence')} wide>
          {evidence}
        </Detail>
      </Details>
      {transfer.status === 'confirmed' && effect !== null && effect.result !== 'confirmed' && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {translate('kontor.transfers.doubted_help')}
        </Alert>
      )}
    </Section>
  )
}

const effectTones = { pending: 'info', confirmed: 'success', failed: 'error' } as const
