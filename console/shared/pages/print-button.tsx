import PrintIcon from '@mui/icons-material/PrintOutlined'
import { IconButton } from '@mui/material'
import { useTranslate } from 'react-admin'
import { printPage } from './print.ts'

/** Ctrl+P does the same. */
export function PrintButton() {
  const translate = useTranslate()
  const label = translate('kontor.print.title')
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-keyshortcuts="Control+P"
      onClick={() => void printPage()}
    >
      <PrintIcon />
    </IconButton>
  )
}
