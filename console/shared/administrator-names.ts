import { useQuery } from '@tanstack/react-query'
import { useGetIdentity, useTranslate } from 'react-admin'
import type { AdministratorName } from '../../contract/administrators.ts'
import { listAdministratorNames } from '../../contract/operations/administrators.ts'
import { call } from '../api/client.ts'

const perPage = 200

/** Everybody who works here. They seldom change, so one answer serves all screens for a while. */
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
  return (id) =>
    id === identity?.id
      ? translate('kontor.requests.assignee_you')
      : (names.find((one) => one.id === id)?.name ?? '…')
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
