import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import type { AdministratorName } from '../../../contract/administrators/administrators.ts'
import { listAdministratorNames } from '../../../contract/operations/administrators/administrators.ts'
import { call } from '../../api/client.ts'
import { readAll } from '../../api/read-all.ts'

/** The names of all administrators. They rarely change, so they are cached for all screens. */
export function useAdministratorNames(): AdministratorName[] {
  const { data } = useQuery({
    queryKey: ['administrators', 'names'],
    queryFn: ({ signal }) => readAll((query) => call(listAdministratorNames, { query, signal })),
    staleTime: 60_000,
  })
  return data ?? nobody
}

const nobody: AdministratorName[] = []

/** The name of an administrator, or «you» for the current one. */
export function useNameOf(): (id: string) => string {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const names = useAdministratorNames()
  const missing = useRef(new Set<string>())
  useAskForMissing(missing.current, names.length > 0)
  return useCallback(
    (id) => {
      if (id === identity?.id) return translate('kontor.requests.assignee_you')
      const known = names.find((one) => one.id === id)
      if (!known) missing.current.add(id)
      return known?.name ?? '…'
    },
    [translate, identity?.id, names],
  )
}

/** An unknown id, such as that of a new administrator, reloads the names once. */
function useAskForMissing(missing: Set<string>, isRead: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const unknown = [...missing].filter((id) => !askedFor.has(id))
    if (!isRead || unknown.length === 0) return
    for (const id of unknown) askedFor.add(id)
    void queryClient.invalidateQueries({ queryKey: ['administrators', 'names'] })
  })
}

const askedFor = new Set<string>()

/** The display name of an actor: administrator, API key or the service. */
export function useDoerName(): (doer: { kind: string; id: string | null; name: string }) => string {
  const translate = useTranslate()
  const names = useAdministratorNames()
  return ({ kind, id, name }) => {
    if (kind === 'service' || kind === 'anonymous') return translate(`kontor.actor_kind.${kind}`)
    return names.find((one) => kind === 'administrator' && one.id === id)?.name ?? name
  }
}
