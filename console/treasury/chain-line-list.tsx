import WalletsIcon from '@mui/icons-material/AccountBalanceWalletOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { ChainLineResponse } from '../../contract/books/chain-lines.ts'
import { chainLineList } from '../../contract/lists/chain-lines.ts'
import { purchaseAssets } from '../../contract/money/assets.ts'
import { networks } from '../../contract/money/networks.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { ShortAddress } from '../shared/values/short-address.tsx'
import { ListPage } from '../views/list-page.tsx'
import { ChainImportDialog } from './chain-import-dialog.tsx'
import { ChainStatementsDialog } from './chain-statements-dialog.tsx'

const assets = purchaseAssets.map((id) => ({ id, name: id }))

/** What transactions did to wallets of the desk, the newest first. */
export default function ChainLineList() {
  const translate = useTranslate()
  const mayImport = usePermission('treasury:acquire')
  const [opened, open] = useState<'import' | 'wallets' | null>(null)
  const close = () => open(null)
  const text = (name: string) => translate(`kontor.chain_lines.${name}`)
  const importButton = mayImport && (
    <Button variant="contained" startIcon={<UploadIcon />} onClick={() => open('import')}>
      {text('import')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={chainLineList}
        title={text('title')}
        actions={
          <>
            <Button startIcon={<WalletsIcon />} onClick={() => open('wallets')}>
              {text('wallets')}
            </Button>
            {importButton}
          </>
        }
        filters={{
          status: { label: text('columns.status'), texts: 'chain_line_status' },
          direction: { label: text('columns.direction'), texts: 'chain_direction' },
          asset: { label: text('columns.asset'), choices: assets },
          network: {
            label: text('columns.network'),
            choices: networks.map((id) => ({ id, name: translate(`kontor.network.${id}`) })),
          },
        }}
        days="of_day"
        columns={useColumns()}
        linkTo={({ id }) => `/chain-lines/${id}/show`}
        rowName={({ tx_hash, amount, asset }) => `${amount} ${asset}, ${tx_hash}`}
        empty={
          <EmptyState title={text('empty_title')} help={text('empty_help')}>
            {importButton}
          </EmptyState>
        }
      />
      {opened === 'import' && <ChainImportDialog onClose={close} />}
      {opened === 'wallets' && <ChainStatementsDialog onClose={close} />}
    </>
  )
}

/** With a sign. */
export function signed({ direction, amount }: Pick<ChainLineResponse, 'direction' | 'amount'>): string {
  return direction === 'incoming' ? amount : `-${amount}`
}

function useColumns(): Column<ChainLineResponse>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.chain_lines.columns.${name}`)
  return [
    {
      key: 'tx_hash',
      label: label('transaction'),
      kind: 'address',
      render: ({ tx_hash }) => <ShortAddress address={tx_hash} />,
      after: ({ tx_hash }) => <CopyButton text={tx_hash} what={tx_hash} />,
    },
    { key: 'at', label: label('at'), kind: 'time', priority: 1, render: ({ at }) => <Ago at={at} /> },
    {
      key: 'amount',
      label: label('amount'),
      kind: 'amount',
      priority: 2,
      align: 'right',
      render: (line) => format(signed(line), line.asset),
    },
    {
      key: 'network',
      label: label('network'),
      priority: 5,
      render: ({ network }) => translate(`kontor.network.${network}`),
    },
    { key: 'company', label: label('company'), priority: 6, render: ({ company_name }) => company_name },
    {
      key: 'status',
      label: label('status'),
      kind: 'status',
      priority: 3,
      render: ({ status, taken_back_at }) =>
        taken_back_at === null
          ? translate(`kontor.chain_line_status.${status}`)
          : translate('kontor.chain_lines.taken_back'),
    },
    {
      key: 'match',
      label: label('match'),
      priority: 4,
      render: ({ match }) => match && translate(`kontor.chain_match.${match.kind}`),
    },
  ]
}
