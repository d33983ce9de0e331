import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { permissionsOf } from '../../contract/api/roles.ts'
import { assignPurchaseRequest } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { useAdministratorNames, useNameOf } from '../shared/names/administrator-names.ts'
import { Section } from '../shared/pages/section.tsx'

/** The assignee: myself with one click, another administrator from the list, or nobody. */
export function Assignee({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const nameOf = useNameOf()
  const mayAssign = usePermission('requests:process')
  const { assignee_id: assignee } = request
  return (
    <Section title={translate('kontor.requests.assignee')}>
      {mayAssign ? (
        <Chooser request={request} />
      ) : (
        <Typography color={assignee ? undefined : 'textSecondary'}>
          {assignee ? nameOf(assignee) : translate('kontor.requests.assignee_nobody')}
        </Typography>
      )}
    </Section>
  )
}

function Chooser({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const act = useAct('purchase-requests')
  const nameOf = useNameOf()
  const { identity } = useGetIdentity()
  const [busy, setBusy] = useState(false)
  const others = useCandidates(request).filter(({ id }) => id !== identity?.id)
  const me = identity ? String(identity.id) : ''

  async function assign(assignee_id: string | null) {
    setBusy(true)
    await act(
      async () => {
        const params = { request_id: request.id }
        const assigned = await call(assignPurchaseRequest, { params, body: { assignee_id } })
        queryClient.setQueryData(['purchase-requests', 'getOne', request.id], assigned)
      },
      assignee_id === null ? 'kontor.requests.unassigned' : 'kontor.requests.assigned',
    )
    void queryClient.invalidateQueries({ queryKey: ['overview'] })
    setBusy(false)
  }

  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <TextField
        select
        sx={{ flex: '1 1 180px' }}
        value={request.assignee_id ?? ''}
        disabled={busy}
        onChange={(event) => void assign(event.target.value || null)}
        slotProps={{
          select: {
            displayEmpty: true,
            SelectDisplayProps: { 'aria-label': translate('kontor.requests.assignee') },
          },
        }}
      >
        <MenuItem value="">{translate('kontor.requests.assignee_nobody')}</MenuItem>
        {me && <MenuItem value={me}>{nameOf(me)}</MenuItem>}
        {others.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {request.assignee_id !== me && (
        <Button variant="outlined" disabled={busy} onClick={() => void assign(me)}>
          {translate('kontor.requests.assign_me')}
        </Button>
      )}
    </Stack>
  )
}

/** Administrators who can process a request, and the current assignee in any case. */
function useCandidates({ assignee_id: assignee }: PurchaseRequestResponse) {
  const names = useAdministratorNames()
  const nameOf = useNameOf()
  const candidates = names.filter(
    ({ id, role, status }) =>
      id === assignee || (status === 'active' && permissionsOf(role).has('requests:process')),
  )
  // Until the names are loaded, the selected value must be one of the options.
  const isThere = assignee === null || candidates.some(({ id }) => id === assignee)
  return isThere ? candidates : [...candidates, { id: assignee, name: nameOf(assignee) }]
}
