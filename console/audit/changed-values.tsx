import { Alert, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { AuditValues } from '../../contract/events/audit.ts'

/** The fields of an organization before and after a change. */
export function ChangedValues({ values }: { values: AuditValues }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.audit.values.${name}`)
  if (values.status !== 'available') {
    return (
      <Alert severity={values.status === 'unreadable' ? 'error' : 'info'} sx={{ mt: 2 }}>
        {text(values.status)}
      </Alert>
    )
  }
  const [before, after] = [flat(values.before), flat(values.after)]
  const fields = [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => before.get(field) !== after.get(field),
  )
  return (
    <Table size="small" sx={{ mt: 2 }}>
      <TableHead>
        <TableRow>
          <TableCell>{text('field')}</TableCell>
          <TableCell>{text('before')}</TableCell>
          <TableCell>{text('after')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map((field) => (
          <TableRow key={field}>
            <TableCell>{translate(`kontor.organization_fields.${field}`, { _: field })}</TableCell>
            <TableCell>{before.get(field) ?? text('none')}</TableCell>
            <TableCell>{after.get(field) ?? text('none')}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** One entry per field, under the name that the texts of the form have for it. Empty fields are left out. */
function flat(values: AuditValues['before']): Map<string, string> {
  const entries = Object.entries(values ?? {}).flatMap(([key, value]): [string, unknown][] => {
    if (value === null || typeof value !== 'object') return [[key, value]]
    // The fields of bank details have names of their own.
    const prefix = key === 'bank_details' ? '' : `${key}_`
    return Object.entries(value).map(([name, part]) => [prefix + name, part])
  })
  return new Map(entries.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])))
}
