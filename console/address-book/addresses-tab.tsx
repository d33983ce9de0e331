import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Stack, Tooltip, Typography } from '@mui/material'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { addressList } from '../../contract/lists/addresses.ts'
import { removeAddress } from '../../contract/operations/wallets/address-book.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import type { BookAddressResponse } from '../../contract/wallets/address-book.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'
import { ListFrame } from '../views/list-tab.tsx'
import { useListState } from '../views/use-list-state.ts'
import { AddAddressDialog } from './add-address-dialog.tsx'
import { useAddressBook } from './book-query.ts'
import { EntryBlockers, OwnershipChip } from './entry-state.tsx'

/** The addresses that coins of the organization may be sent to. */
export default function AddressesTab({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const query = useAddressBook(organization.id)
  const [{ filters }] = useListState()
  const { network } = filters
  const text = (name: string) => translate(`kontor.address_book.${name}`)
  return (
    <ListFrame
      list={addressList}
      title={text('title')}
      fixed={{ organization_id: organization.id }}
      filters={{ network: { label: text('network'), texts: 'network' } }}
      tools={<AddButton organizationId={organization.id} />}
    >
      {() => (
        <QueryState query={query}>
          {(book) => {
            const items = book.filter((entry) => network === undefined || entry.network === network)
            const own = items.filter(({ ownership }) => ownership === 'own_wallet')
            const others = items.filter(({ ownership }) => ownership !== 'own_wallet')
            const entries = others.filter(({ removed_at }) => removed_at === null)
            const gone = others.filter(({ removed_at }) => removed_at !== null)
            return (
              <>
                <Section title={text('title')}>
                  {entries.length === 0 ? (
                    <EmptyState
                      title={
                        network === undefined ? text('empty_title') : translate('kontor.empty.nothing_found')
                      }
                      help={network === undefined ? text('empty_help') : translate('kontor.empty.try_other')}
                    />
                  ) : (
                    <>
                      <Typography color="textSecondary" sx={{ mb: 1 }}>
                        {text('help')}
                      </Typography>
                      <Entries entries={entries} />
                    </>
                  )}
                </Section>
                {own.length > 0 && (
                  <Section title={text('own')}>
                    <Typography color="textSecondary" sx={{ mb: 1 }}>
                      {text('own_help')}
                    </Typography>
                    <Entries entries={own} />
                  </Section>
                )}
                {gone.length > 0 && (
                  <Section title={text('gone')}>
                    <Entries entries={gone} />
                  </Section>
                )}
              </>
            )
          }}
        </QueryState>
      )}
    </ListFrame>
  )
}

function AddButton({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  const rolesWith = useRolesWith()
  const allowed = usePermission('addresses:add')
  const [isOpen, setOpen] = useState(false)
  const why = translate('kontor.address_book.not_allowed', { roles: rolesWith('addresses:add') })
  return (
    <>
      <Tooltip title={allowed ? '' : why}>
        <span>
          <Button
            variant="contained"
            startIcon={<AddIcon />}
            disabled={!allowed}
            onClick={() => setOpen(true)}
          >
            {translate('kontor.address_book.add')}
          </Button>
        </span>
      </Tooltip>
      {isOpen && <AddAddressDialog organizationId={organizationId} onClose={() => setOpen(false)} />}
    </>
  )
}

function Entries({ entries }: { entries: BookAddressResponse[] }) {
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </Stack>
  )
}

function Entry({ entry }: { entry: BookAddressResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const network = translate(`kontor.network.${entry.network}`)
  const name = entry.label ?? network
  const told = [
    entry.owner && translate('kontor.address_book.owned_by', { owner: entry.owner }),
    entry.created_by &&
      translate('kontor.address_book.added_by', {
        name: entry.created_by,
        time: formatTime(entry.created_at),
      }),
  ].filter(Boolean)
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        {entry.label !== null && (
          <Typography variant="body2" color="textSecondary">
            {network}
          </Typography>
        )}
        <OwnershipChip ownership={entry.ownership} />
        <Box sx={{ ml: 'auto' }}>
          {entry.label !== null && entry.removed_at === null && <RemoveButton entry={entry} />}
        </Box>
      </Stack>
      <GroupedAddress
        address={entry.address}
        memo={entry.memo}
        what={translate('kontor.address_book.address_of', { name })}
      />
      {told.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {told.join(' · ')}
        </Typography>
      )}
      <EntryBlockers entry={entry} />
    </Box>
  )
}

function RemoveButton({ entry }: { entry: BookAddressResponse }) {
  const translate = useTranslate()
  const act = useAct('addresses')
  const allowed = usePermission('addresses:add')
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!allowed) return null
  const label = entry.label ?? ''

  async function remove() {
    setBusy(true)
    const params = { organization_id: entry.organization_id, address_id: entry.id }
    await act(() => call(removeAddress, { params }), 'kontor.address_book.removed')
    setBusy(false)
    setAsking(false)
  }

  return (
    <>
      <Button
        size="small"
        color="error"
        aria-label={`${translate('kontor.address_book.remove')}: ${label}`}
        onClick={() => setAsking(true)}
      >
        {translate('kontor.address_book.remove')}
      </Button>
      <Confirm
        isOpen={isAsking}
        loading={busy}
        title={translate('kontor.address_book.remove_title', { label })}
        content={translate('kontor.address_book.remove_help')}
        confirm={translate('kontor.address_book.remove')}
        confirmColor="warning"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
