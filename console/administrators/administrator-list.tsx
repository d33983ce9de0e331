import AddIcon from '@mui/icons-material/Add'
import {
  Alert,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type {
  AdministratorResponse,
  AdministratorWithLink,
} from '../../contract/administrators/administrators.ts'
import { administratorList } from '../../contract/lists/administrators.ts'
import {
  disableAdministrator,
  enableAdministrator,
  resetAdministrator,
} from '../../contract/operations/administrators/administrators.ts'
import { call } from '../api/client.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { ShownOnce } from '../shared/forms/shown-once.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow, type Column } from '../shared/lists/record-table.tsx'
import { ActionMenu } from '../shared/pages/action-menu.tsx'
import { Ago, useFormatTime } from '../shared/time/time.tsx'
import { ListPage } from '../views/list-page.tsx'
import { AdministratorDialog } from './administrator-dialog.tsx'

type Asking = { administrator: AdministratorResponse; what: 'disable' | 'reset' }

export default function AdministratorList() {
  const translate = useTranslate()
  const act = useAct('administrators')
  const [edited, setEdited] = useState<AdministratorResponse | 'new' | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [made, setMade] = useState<AdministratorWithLink | null>(null)
  const formatTime = useFormatTime()

  async function confirmed({ administrator, what }: Asking) {
    const input = { params: { administrator_id: administrator.id } }
    setAsking(null)
    await act(async () => {
      if (what === 'disable') return call(disableAdministrator, input)
      setMade(await call(resetAdministrator, input))
      return undefined
    })
  }

  const columns = useColumns({
    onEdit: setEdited,
    onAsk: setAsking,
    onEnable: (one) => act(() => call(enableAdministrator, { params: { administrator_id: one.id } })),
  })
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
      {translate('kontor.administrators.new')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={administratorList}
        title={translate('kontor.administrators.title')}
        actions={create}
        filters={{}}
        columns={columns}
        empty={<EmptyState title={translate('kontor.administrators.empty')}>{create}</EmptyState>}
      />
      {edited && (
        <AdministratorDialog
          administrator={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onLink={setMade}
        />
      )}
      <Confirm
        isOpen={asking !== null}
        title={translate(`kontor.administrators.${asking?.what ?? 'reset'}`)}
        content={translate(`kontor.administrators.${asking?.what ?? 'reset'}_confirm`, {
          name: asking?.administrator.name,
        })}
        onConfirm={() => asking && confirmed(asking)}
        onClose={() => setAsking(null)}
      />
      {made?.link && (
        <ShownOnce
          title={translate('kontor.administrators.link_shown', { name: made.administrator.name })}
          help={translate(`kontor.administrators.${made.half_from.length > 0 ? 'half_help' : 'link_help'}`, {
            until: formatTime(made.expires_at),
            names: namesOf(made),
          })}
          secret={made.link}
          onClose={() => setMade(null)}
        />
      )}
      {made?.mailed && (
        <Alert severity="success" onClose={() => setMade(null)} sx={{ mt: 2 }}>
          {translate('kontor.administrators.mailed', {
            name: made.administrator.name,
            from: namesOf(made),
            until: formatTime(made.expires_at),
          })}
        </Alert>
      )}
    </>
  )
}

function namesOf({ half_from }: AdministratorWithLink): string {
  return half_from.map(({ name }) => name).join(', ')
}

/** Whether the account counts as a person of its own; if not, a button tells why, and what to do. */
function IndependenceOf({ one: { name, independence } }: { one: AdministratorResponse }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const text = (key: string, values = {}) => translate(`kontor.administrators.${key}`, values)
  const { independent, because, counts_as, way_out, command } = independence
  if (independent) return text('independent')
  const names = counts_as.map(({ name }) => name).join(', ')
  const countsAs = text('counts_as', { names })
  return (
    <AboveRow>
      <Button
        size="small"
        color="warning"
        title={countsAs}
        aria-label={`${name}: ${countsAs}`}
        sx={{ px: 0.5, py: 0, lineHeight: 1.5, maxWidth: '100%', minWidth: 0, verticalAlign: 'middle' }}
        onClick={() => setOpen(true)}
      >
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {names}
        </Box>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby="independence" maxWidth="sm">
        <DialogTitle id="independence">{name}</DialogTitle>
        <DialogContent>
          <Typography>{countsAs}</Typography>
          <Typography color="textSecondary" sx={{ my: 1 }}>
            {because.map(({ act, by }) => text(`dependent.${act}`, { name: by.name })).join(', ')}
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{text(`way_${way_out}`, { command })}</Typography>
          {way_out === 'founding' && <Link to="/security">{text('to_founding')}</Link>}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{translate('kontor.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </AboveRow>
  )
}

function secondFactorOf({ managed_by, passkeys, otp_enabled }: AdministratorResponse) {
  if (managed_by !== null) return 'provider'
  if (passkeys > 0) return 'passkey'
  return otp_enabled ? 'otp' : 'none'
}

/** What somebody who has no password waits for: they were invited, or reset. */
function linkOf({ status, last_login_at, link_expires_at }: AdministratorResponse) {
  if (status !== 'active' || link_expires_at === null) return undefined
  return {
    status: last_login_at === null ? 'invited' : 'reset',
    until: link_expires_at,
    isOver: Date.parse(link_expires_at) <= Date.now(),
  }
}

function useColumns({
  onEdit,
  onAsk,
  onEnable,
}: {
  onEdit: (one: AdministratorResponse) => void
  onAsk: (asking: Asking) => void
  onEnable: (one: AdministratorResponse) => void
}): Column<AdministratorResponse>[] {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const text = (name: string, values = {}) => translate(`kontor.administrators.${name}`, values)
  const label = (name: string) => text(`columns.${name}`)
  const actions = (one: AdministratorResponse) => [
    { label: text('edit'), onClick: () => onEdit(one) },
    // The identity provider decides how its people sign in.
    ...(one.managed_by === null
      ? [{ label: text('reset'), onClick: () => onAsk({ administrator: one, what: 'reset' as const }) }]
      : []),
    one.status === 'active'
      ? {
          label: text('disable'),
          danger: true,
          onClick: () => onAsk({ administrator: one, what: 'disable' as const }),
        }
      : { label: text('enable'), onClick: () => onEnable(one) },
  ]
  return [
    { key: 'name', label: label('name'), kind: 'name', render: (one) => <b>{one.name}</b> },
    { key: 'email', label: label('email'), kind: 'name', priority: 5, render: (one) => one.email },
    {
      key: 'role',
      label: label('role'),
      priority: 3,
      render: (one) => translate(`kontor.roles.${one.role}`),
    },
    {
      key: 'status',
      label: label('status'),
      kind: 'day',
      priority: 2,
      render: (one) => (
        <Chip
          size="small"
          variant="outlined"
          color={one.disabled_because || linkOf(one)?.isOver ? 'warning' : 'default'}
          label={text(`status.${one.disabled_because ?? linkOf(one)?.status ?? one.status}`)}
          title={one.disabled_because ? text('locked_help') : undefined}
        />
      ),
    },
    {
      key: 'independence',
      label: label('independence'),
      priority: 4,
      render: (one) => <IndependenceOf one={one} />,
    },
    {
      key: 'second_factor',
      label: label('second_factor'),
      priority: 7,
      render: (one) => text(`second_factor.${secondFactorOf(one)}`),
    },
    {
      key: 'last_login',
      kind: 'time',
      priority: 6,
      label: label('last_login'),
      render: (one) => {
        const link = linkOf(one)
        if (link) return text(link.isOver ? 'link_over' : 'link_until', { until: formatTime(link.until) })
        return one.last_login_at ? <Ago at={one.last_login_at} /> : text('never')
      },
    },
    {
      key: 'actions',
      label: text('actions'),
      kind: 'actions',
      priority: 1,
      align: 'right',
      render: (one) => (
        <AboveRow>
          <ActionMenu label={`${text('actions')}: ${one.name}`} actions={actions(one)} />
        </AboveRow>
      ),
    },
  ]
}
