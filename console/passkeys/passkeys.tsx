import { Alert, Button, Chip, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import type { PasskeyResponse } from '../../contract/administrators/passkeys.ts'
import * as operations from '../../contract/operations/administrators/passkeys.ts'
import { call } from '../api/client.ts'
import { canUsePasskeys, withPasskeyProof } from '../api/passkeys.ts'
import { forgetAdministrator } from '../api/session.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { PlainList, PlainListItem } from '../shared/lists/plain-list.tsx'
import { ActionMenu } from '../shared/pages/action-menu.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

/** The passkeys of the person: add, rename and remove. */
export function Passkeys() {
  const translate = useTranslate()
  const [adding, setAdding] = useState(false)
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call(operations.listPasskeys, { signal }),
  })
  function changed() {
    forgetAdministrator()
    void queryClient.invalidateQueries({ queryKey: ['me'] })
    void queryClient.invalidateQueries({ queryKey: ['passkeys'] })
  }
  const isSupported = canUsePasskeys()
  return (
    <Section
      title={translate('kontor.passkeys.title')}
      actions={
        isSupported && (
          <Button variant="outlined" onClick={() => setAdding(true)}>
            {translate('kontor.passkeys.add')}
          </Button>
        )
      }
    >
      <Typography color="textSecondary" variant="body2" sx={{ mb: 1 }}>
        {translate('kontor.passkeys.help')}
      </Typography>
      {!isSupported && <Alert severity="info">{translate('kontor.passkeys.unsupported')}</Alert>}
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography>{translate('kontor.passkeys.none')}</Typography>
          ) : (
            <PlainList>
              {items.map((passkey) => (
                <Passkey key={passkey.id} passkey={passkey} onChanged={changed} />
              ))}
            </PlainList>
          )
        }
      </QueryState>
      {adding && (
        <AddPasskeyDialog
          onAdded={changed}
          onClose={() => {
            setAdding(false)
          }}
        />
      )}
    </Section>
  )
}

function Passkey({ passkey, onChanged }: { passkey: PasskeyResponse; onChanged: () => void }) {
  const translate = useTranslate()
  const act = useAct('passkeys')
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const text = (name: string, values = {}) => translate(`kontor.passkeys.${name}`, values)
  const remove = async () => {
    setAsked(null)
    const params = { passkey_id: passkey.id }
    const isRemoved = await act(
      () => withPasskeyProof(() => call(operations.removePasskey, { params })),
      'kontor.passkeys.removed',
    )
    if (isRemoved) onChanged()
  }
  return (
    <PlainListItem
      title={passkey.name}
      marks={passkey.backed_up && <Chip size="small" variant="outlined" label={text('backed_up')} />}
      line={<Ago at={passkey.last_used_at ?? passkey.created_at} />}
    >
      <ActionMenu
        label={`${translate('kontor.passkeys.title')}: ${passkey.name}`}
        actions={[
          { label: text('rename'), onClick: () => setAsked('rename') },
          { label: text('remove'), onClick: () => setAsked('remove'), danger: true },
        ]}
      />
      {asked === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={() => setAsked(null)} />}
      <Confirm
        isOpen={asked === 'remove'}
        title={text('remove_title')}
        content={text('remove_help', { name: passkey.name })}
        confirm={text('remove')}
        confirmColor="warning"
        onConfirm={remove}
        onClose={() => setAsked(null)}
      />
    </PlainListItem>
  )
}
