import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { ChainStatementsResponse } from '../../contract/books/chain-lines.ts'
import { isZero } from '../../contract/money/decimal.ts'
import { readChainStatements } from '../../contract/operations/books/chain-lines.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

/** What is known of the transactions of each own wallet: what its node lists, and what is missing. */
export function ChainStatementsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const query = useQuery({
    queryKey: ['chain-statements'],
    queryFn: ({ signal }) => call(readChainStatements, { signal }),
  })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.chain_lines.wallets')}</DialogTitle>
      <DialogContent>
        <QueryState query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Typography>{translate('kontor.chain_lines.no_wallets')}</Typography>
            ) : (
              items.map((wallet) => <Wallet key={wallet.wallet_id} wallet={wallet} />)
            )
          }
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Wallet({ wallet }: { wallet: ChainStatementsResponse['items'][number] }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const formatTime = useFormatTime()
  const text = (name: string, values?: Record<string, unknown>) =>
    translate(`kontor.chain_lines.${name}`, values)
  const missing = wallet.assets.filter((one) => one.missing !== null && !isZero(one.missing.replace('-', '')))
  const assets = wallet.listed_assets.join(', ')
  return (
    <Section title={`${translate(`kontor.network.${wallet.network}`)}, ${wallet.company_name}`}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {wallet.address}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {assets ? text('node_lists', { assets }) : text('node_lists_nothing')}
        {wallet.listed_at && ` ${text('listed_at', { time: formatTime(wallet.listed_at) })}`}
      </Typography>
      {missing.map((one) => (
        <Alert key={one.asset} severity="warning">
          {text('missing', { amount: format(one.missing ?? '0', one.asset) })}
        </Alert>
      ))}
      {wallet.gaps.map(({ from, until }) => (
        <Alert key={from} severity="warning">
          {text('gap', { from: formatTime(from), until: formatTime(until) })}
        </Alert>
      ))}
    </Section>
  )
}
