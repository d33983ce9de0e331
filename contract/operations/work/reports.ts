import type { TObject } from 'typebox'
import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import * as reports from '../../work/reports.ts'

const tag = {
  name: 'Reports',
  isPreview: true,
  description: 'Figures by day, exact at the moment they are read. Days are those of UTC.',
}

export const listReports = operation({
  id: 'listReports',
  method: 'GET',
  path: '/v1/reports',
  tag,
  summary: 'List the reports that the caller may read',
  access: 'signed_in',
  response: ref(reports.ReportListResponse),
  extension: true,
})

function reportOf<Report extends TObject>(
  name: reports.ReportName,
  id: string,
  summary: string,
  response: Report,
) {
  return operation({
    id,
    method: 'GET',
    path: `/v1/reports/${name}`,
    tag,
    summary,
    access: reports.reportAccess[name],
    query: reports.ReportQuery,
    response: ref(response),
    extension: true,
  })
}

export const readVolumes = reportOf(
  'volumes',
  'readVolumes',
  'Read volumes by asset and week',
  reports.VolumesReport,
)
export const readDaily = reportOf(
  'daily',
  'readDaily',
  'Read what was requested and delivered by day',
  reports.DailyReport,
)
export const readTimeInStatus = reportOf(
  'time-in-status',
  'readTimeInStatus',
  'Read how long requests are in each status',
  reports.TimeInStatusReport,
)
export const readFunnel = reportOf(
  'funnel',
  'readFunnel',
  'Read how many requests come how far',
  reports.FunnelReport,
)
export const readDocumentsAgeing = reportOf(
  'documents-ageing',
  'readDocumentsAgeing',
  'Read how long documents have waited for a review',
  reports.DocumentsAgeingReport,
)
export const readKybAgeing = reportOf(
  'kyb-ageing',
  'readKybAgeing',
  'Read how long organizations have waited for a KYB decision',
  reports.KybAgeingReport,
)
