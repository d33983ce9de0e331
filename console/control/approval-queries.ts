import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useGetIdentity } from 'react-admin'
import type { Act } from '../../contract/api/acts.ts'
import type { ApprovalResponse, ApprovalStatus } from '../../contract/control/approvals.ts'
import { approvalList } from '../../contract/lists/approvals.ts'
import { call } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'

/** Open approvals that the current administrator may vote on, newest first. */
export function useToDecide(): UseQueryResult<ApprovalResponse[]> {
  return useQuery({
    queryKey: ['approvals', 'to-decide'],
    queryFn: async ({ signal }) => {
      const waiting = await readAll({ status: 'waiting' }, signal)
      return waiting.filter(({ may_vote }) => may_vote)
    },
  })
}

export function useToDecideCount(): number {
  return useToDecide().data?.length ?? 0
}

/** What the current administrator asked for and may do now. What their keys asked for, these do themselves. */
export function useReady(): ApprovalResponse[] {
  const { identity } = useGetIdentity()
  const { data } = useQuery({
    queryKey: ['approvals', 'ready', identity?.id],
    queryFn: ({ signal }) => readAll({ status: 'approved', asked_by: String(identity?.id) }, signal),
    enabled: identity !== undefined,
    // What is ready runs out without an event.
    refetchInterval: ({ state }) => (state.data?.length ? 30_000 : false),
  })
  return data?.filter(({ api_key }) => api_key === null) ?? []
}

/** What was approved of an act that the current administrator asked for, to be done with the same values. */
export function useApprovedContent(act: Act, subjectId: string): ApprovalResponse['content'] | undefined {
  return useReady().find((one) => one.act === act && one.subject.id === subjectId)?.content
}

/** What people were asked about these objects, and how they voted. */
export function useApprovalsOf(subjectIds: readonly string[]): UseQueryResult<ApprovalResponse[]> {
  return useQuery({
    queryKey: ['approvals', 'of', ...subjectIds],
    queryFn: async ({ signal }) => {
      const all = await Promise.all(subjectIds.map((subject_id) => readAll({ subject_id }, signal)))
      return all.flat()
    },
    placeholderData: (previous) => previous,
  })
}

function readAll(
  filter: { status?: ApprovalStatus; asked_by?: string; subject_id?: string },
  signal: AbortSignal,
): Promise<ApprovalResponse[]> {
  return readAllByCursor((page) => call(approvalList.read, { query: { ...filter, ...page }, signal }))
}
