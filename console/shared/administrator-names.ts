import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import type { AdministratorName } from '../../contract/administrators.ts'
import { listAdministratorNames } from '../../contract/operations/administrators.ts'
import { call } from '../api/client.ts'

const perPage = 200

/** Everybody who works here. They seldom change, so one response serves all screens for a while. */
export function useAdministratorNames(): AdministratorName[] {
  const { data } = useQuery({
    queryKey: ['administrators', 'names'],
    queryFn: ({ signal }) => readAll(signal),
    staleTime: 60_000,
  })
  return data ?? []
}

/** What to call an administrator: by name, and whoever reads is «you». */
export function useNameOf(): (id: string) => string {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const names = useAdministratorNames()
  const missing = useRef(new Set<string>())
  useAskForMissing(missing.current, names.length > 0)
  return (id) => {
    if (id === identity?.id) return translate('kontor.requests.assignee_you')
    const known = names.find((one) => one.id === id)
    if (!known) missing.current.add(id)
    return known?.name ?? '…'
  }
}

/** Somebody who came since the names were read: each makes them be read anew once. */
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

/** Who did something: people by their name, the service by what it is, a key as it was called. */
export function useDoerName(): (doer: { kind: string; id: string | null; name: string }) => string {
  const translate = useTranslate()
  const names = useAdministratorNames()
  return ({ kind, id, name }) => {
    if (kind === 'service' || kind === 'anonymous') return translate(`kontor.actor_kind.${kind}`)
    return names.find((one) => kind === 'administrator' && one.id === id)?.name ?? name
  }
}

async function readAll(signal: AbortSignal): Promise<AdministratorName[]> {
  const found: AdministratorName[] = []
  for (let total = 1; found.length < total; ) {
    const page = await call(listAdministratorNames, {
      query: { limit: perPage, offset: found.length },
      signal,
    })
    if (page.items.length === 0) break
    found.push(...page.items)
    total = page.total
  }
  return found
}
