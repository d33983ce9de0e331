import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { Operation } from '../../../contract/api/operation.ts'
import { type ExportFormat, exportFormats } from '../../../contract/lists/list.ts'
import { request } from '../../api/client.ts'
import { currentLocale } from '../../i18n/i18n-provider.ts'
import { usePermission } from '../access/use-permission.ts'
import { useErrorText } from '../answers/error-text.ts'
import { saveFile } from '../files/save-file.ts'
import { printPage } from '../pages/print.ts'

type Exporting = Pick<Operation, 'id' | 'path' | 'access'>

/** The name in words that the service gives a workbook. */
function nameOfFile(response: Response): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name && decodeURIComponent(name)
}

function listOf({ path }: Exporting): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Exports a list with the filters that are set. */
export function ExportMenu({
  operation,
  query,
  more = [],
}: {
  operation: Exporting
  query: Record<string, string | undefined>
  /** Formats that only this list has. */
  more?: readonly { operation: Exporting; name: string; label: string }[]
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const isAllowed = usePermission(operation.access as Parameters<typeof usePermission>[0])

  async function save(operation: Exporting, name: string, format?: ExportFormat) {
    setAnchor(null)
    setBusy(true)
    try {
      const response = await request<Response>(operation as unknown as Operation, {
        query: { ...query, format, ...(format === 'xlsx' && { language: currentLocale() }) },
      })
      await saveFile(response, nameOfFile(response) ?? name)
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }

  if (!isAllowed) return null
  return (
    <>
      <IconButton
        aria-label={translate('kontor.export.title')}
        title={translate('kontor.export.title')}
        disabled={isBusy}
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ExportIcon />
      </IconButton>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {exportFormats.toReversed().map((format) => (
          <MenuItem key={format} onClick={() => save(operation, `${listOf(operation)}.${format}`, format)}>
            {translate(`kontor.export.${format}`)}
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            setAnchor(null)
            void printPage()
          }}
        >
          {translate('kontor.print.title')}
        </MenuItem>
        {more.map(({ operation, name, label }) => (
          <MenuItem key={name} onClick={() => save(operation, name)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
