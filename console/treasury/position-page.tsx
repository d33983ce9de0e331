import { Alert, Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { Fragment } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PositionResponse } from '../../contract/books/treasury.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Ago } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { PositionChart } from './position-chart.tsx'
import { usePosition } from './position-query.ts'

type Item = PositionResponse['items'][number]

const columns = [
  'held',
  'on_chain',
  'difference',
  'unexplained',
  'reserved',
  'owed',
  'promised',
  'free',
] as const
const ofWallets = ['held', 'on_chain', 'difference', 'unexplained', 'reserved'] as const

const isOfWallet = (name: (typeof columns)[number]): name is (typeof ofWallets)[number] =>
  ofWallets.some((one) => one === name)

/** What the desk has, and what it owes. */
export default function PositionPage() {
  const translate = useTranslate()
  const query = usePosition()
  return (
    <Page title={translate('kontor.position.title')}>
      <QueryState query={query}>{({ items }) => <Position items={items} />}</QueryState>
    </Page>
  )
}

function Position({ items }: { items: readonly Item[] }) {
  const translate = useTranslate()
  const text = (name: string, values?: Record<string, unknown>) =>
    translate(`kontor.position.${name}`, values)
  const missing = items.filter(({ free }) => free.startsWith('-'))
  if (items.length === 0) return <EmptyState title={text('empty_title')} help={text('empty_help')} />
  return (
    <>
      {missing.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {text('missing', { assets: [...new Set(missing.map(({ asset }) => asset))].join(', ') })}
        </Alert>
      )}
      <Box sx={{ overflowX: 'auto', mb: 2 }}>
        <Table
          size="small"
          aria-label={text('title')}
          sx={{
            '& tbody .MuiTableCell-root': { whiteSpace: 'nowrap' },
            '& thead th': { lineHeight: 1.3, verticalAlign: 'bottom' },
            '& .MuiTableCell-root': { px: 1 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{text('columns.asset')}</TableCell>
              {columns.map((name) => (
                <TableCell key={name} align="right">
                  {text(`columns.${name}`)}
                </TableCell>
              ))}
              <TableCell align="right">{text('columns.open_lines')}</TableCell>
              <TableCell>{text('columns.checked_at')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <Fragment key={`${item.asset} ${item.network}`}>
                <ItemRow item={item} />
                {item.wallets.map((wallet) => (
                  <WalletRow key={wallet.wallet_id} wallet={wallet} asset={item.asset} />
                ))}
              </Fragment>
            ))}
          </TableBody>
        </Table>
      </Box>
      <PositionChart />
    </>
  )
}

const bad = { color: 'error.main', fontWeight: 'bold' } as const

function isBad(name: (typeof columns)[number], value: string | null): boolean {
  if (name === 'free') return value?.startsWith('-') ?? false
  return name === 'unexplained' && value !== null && value !== '' && value !== '0'
}

function ItemRow({ item }: { item: Item }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <strong>{item.asset}</strong>, {translate(`kontor.network.${item.network}`)}
      </TableCell>
      {columns.map((name) => {
        const value = item[name]
        return (
          <TableCell key={name} align="right" sx={isBad(name, value) ? bad : {}}>
            {value === null ? '—' : format(value, item.asset)}
          </TableCell>
        )
      })}
      <OpenLines count={item.open_lines} filter={{ asset: item.asset, network: item.network }} />
      <TableCell>{item.checked_at && <Ago at={item.checked_at} />}</TableCell>
    </TableRow>
  )
}

/** Transactions that somebody has to say something of. */
function OpenLines({ count, filter }: { count: number; filter: Record<string, string> }) {
  const lines = `/chain-lines?filter=${encodeURIComponent(JSON.stringify({ status: 'new', ...filter }))}`
  return <TableCell align="right">{count > 0 && <Link to={lines}>{count}</Link>}</TableCell>
}

function WalletRow({ wallet, asset }: { wallet: Item['wallets'][number]; asset: string }) {
  const format = useFormatAmount()
  return (
    <TableRow>
      <TableCell sx={{ pl: 4 }}>
        <Typography
          variant="body2"
          color="textSecondary"
          noWrap
          title={wallet.address}
          sx={{ maxWidth: 210 }}
        >
          {wallet.company_name} <Link to={`/wallets/${wallet.wallet_id}/show`}>{wallet.address}</Link>
        </Typography>
      </TableCell>
      {columns.map((name) => {
        const value = isOfWallet(name) ? wallet[name] : ''
        return (
          <TableCell key={name} align="right" sx={isBad(name, value) ? bad : {}}>
            {value === null ? '—' : value === '' ? '' : format(value, asset)}
          </TableCell>
        )
      })}
      <OpenLines count={wallet.open_lines} filter={{ asset, wallet_id: wallet.wallet_id }} />
      <TableCell>{wallet.checked_at && <Ago at={wallet.checked_at} />}</TableCell>
    </TableRow>
  )
}
