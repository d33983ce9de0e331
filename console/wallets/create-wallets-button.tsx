import { Button, Tooltip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useNotify, useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import { createWallets } from '../../contract/operations/wallets/wallets.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { nameOf } from '../shared/names/organization-names.ts'

/** Creates the wallets, or those of networks that were enabled later. */
export function CreateWalletsButton({
  organization,
  label,
}: {
  organization: OrganizationResponse
  label: 'create' | 'add_missing'
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const allowed = usePermission('wallets:create')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function create() {
    setBusy(true)
    try {
      await call(createWallets, { params: { organization_id: organization.id } })
      notify('kontor.wallets.created', { type: 'success' })
    } catch (error) {
      const complete = error instanceof KontorError && error.code === 'wallets_exist'
      notify(complete ? 'kontor.wallets.complete' : errorText(error), { type: complete ? 'info' : 'error' })
    } finally {
      setBusy(false)
      setAsking(false)
      void queryClient.invalidateQueries({ queryKey: ['organizations'] })
      void queryClient.invalidateQueries({ queryKey: ['wallets', organization.id] })
    }
  }

  return (
    <>
      <Tooltip title={allowed ? '' : translate('kontor.wallets.not_allowed')}>
        <span>
          <Button
            variant={label === 'create' ? 'contained' : 'text'}
            disabled={!allowed}
            onClick={() => (label === 'create' ? setAsking(true) : create())}
          >
            {translate(`kontor.wallets.${label}`)}
          </Button>
        </span>
      </Tooltip>
      <Confirm
        isOpen={asking}
        loading={busy}
        title={translate('kontor.wallets.create_confirm', {
          name: nameOf(organization),
        })}
        content={translate('kontor.wallets.create_confirm_help')}
        confirm={translate('kontor.wallets.create')}
        onConfirm={create}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
