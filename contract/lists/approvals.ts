import type { Tag } from '../api/operation.ts'
import { ApprovalFilter, ApprovalListResponse } from '../control/approvals.ts'
import { list } from './list.ts'

export const approvalsTag: Tag = {
  name: 'Approvals',
  isPreview: true,
  description: 'Sensitive acts that other people must approve.',
}

export const approvalList = list({
  name: 'approvals',
  title: { en: 'Approvals', ru: 'Согласования' },
  heads: {
    act: { en: 'Act', ru: 'Действие' },
    subject_type: { en: 'Kind of object', ru: 'Вид объекта' },
    asked_by: { en: 'Asked by', ru: 'Запросил' },
    asked_at: { en: 'Asked', ru: 'Запрошено' },
    reason: { en: 'Reason', ru: 'Обоснование' },
    approved_by: { en: 'Approved by', ru: 'Согласовали' },
    refused_by: { en: 'Refused by', ru: 'Отказали' },
    policy_version: { en: 'Version of the policy', ru: 'Версия политики' },
    content_hash: { en: 'Hash of the content', ru: 'Хеш содержания' },
    closed_at: { en: 'Closed', ru: 'Закрыто' },
  },
  access: 'approvals:read',
  filters: ApprovalFilter.properties,
  read: {
    id: 'listApprovals',
    path: '/v1/approvals',
    tag: approvalsTag,
    summary: 'List approvals, newest first',
    page: ApprovalListResponse,
  },
  file: {
    id: 'exportApprovals',
    what: 'approvals',
    words: { status: 'approval_status' },
  },
})
