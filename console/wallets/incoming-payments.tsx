import { Alert, Box, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { networks } from '../../contract/money/networks.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'
import { monospace } from '../shared/values/mono.tsx'
import { useUnits } from '../transfers/intent/use-units.ts'
import { useSigning } from '../transfers/signing/signing-query.ts'
import { type IncomingOfWallet, useIncoming } from './incoming-query.ts'

/** What was paid to the wallets of an organization, as the nodes say. */
export function IncomingPayments({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  const nodes = useSigning().data?.nodes
  const query = useIncoming(organizationId, Boolean(nodes?.length))
  if (!nodes) return null
  return (
    <Section title={translate('kontor.wallets.incoming.title')}>
      {nodes.length === 0 ? (
        <Typography color="textSecondary">{translate('kontor.wallets.incoming.no_node')}</Typography>
      ) : (
        <QueryState query={query}>{({ items }) => <Payments wallets={items} />}</QueryState>
      )}
    </Section>
  )
}

function Payments({ wallets }: { wallets: IncomingOfWallet[] }) {
  const translate = useTranslate()
  const text = (name: string, values = {}) => translate(`kontor.wallets.incoming.${name}`, values)
  const silent = networks.filter((network) =>
    wallets.some((wallet) => wallet.network === network && wallet.problem !== null),
  )
  const listed = [...new Set(wallets.flatMap(({ assets }) => assets))]
  const payments = wallets
    .flatMap((wallet) => wallet.payments.map((payment) => ({ wallet, payment })))
    // What is in no block yet, or of an unknown time, is the newest for all that is known.
    .toSorted((one, other) => (other.payment.at ?? '9').localeCompare(one.payment.at ?? '9'))
  return (
    <>
      {silent.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text('silent', {
            networks: silent.map((network) => translate(`kontor.network.${network}`)).join(', '),
          })}
        </Alert>
      )}
      {payments.length === 0 ? (
        <EmptyState title={text('empty_title')} help={text('empty_help')} />
      ) : (
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {payments.map(({ wallet, payment }) => (
            <Payment key={`${wallet.wallet_id} ${payment.tx_id}`} wallet={wallet} payment={payment} />
          ))}
        </Stack>
      )}
      {listed.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {text('listed', { assets: listed.join(', ') })}
        </Typography>
      )}
    </>
  )
}

function Payment({
  wallet: { network, generation },
  payment,
}: {
  wallet: IncomingOfWallet
  payment: IncomingOfWallet['payments'][number]
}) {
  const translate = useTranslate()
  const units = useUnits()
  const text = (name: string, values = {}) => translate(`kontor.wallets.incoming.${name}`, values)
  const { amount, asset, tx_id, from, confirmations, at } = payment
  return (
    <Box
      component="li"
      sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider', '&:last-child': { border: 0 } }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {units.amount(amount, asset, network)}
        </Typography>
        <Typography component="span" color="textSecondary">
          {at && (
            <>
              <Time at={at} /> ·{' '}
            </>
          )}
          {confirmations === 0 ? text('unconfirmed') : text('confirmations', { smart_count: confirmations })}
        </Typography>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {translate(`kontor.network.${network}`)} · {translate('kontor.wallets.generation', { generation })}
      </Typography>
      {from && (
        <Typography variant="body2" component="div">
          {text('from')}: <GroupedAddress address={from} />
        </Typography>
      )}
      <Typography variant="body2" component="div">
        {text('transaction')}:{' '}
        <Box component="span" translate="no" sx={{ fontFamily: monospace, overflowWrap: 'anywhere' }}>
          {tx_id}
        </Box>
        <CopyButton text={tx_id} what={text('transaction')} />
      </Typography>
    </Box>
  )
}
