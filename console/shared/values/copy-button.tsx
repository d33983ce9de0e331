import DoneIcon from '@mui/icons-material/Check'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import { IconButton, Tooltip } from '@mui/material'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'

/** Copies a text and confirms it. `what` is part of the accessible name. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const [done, setDone] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      setTimeout(() => setDone(false), 1500)
    } catch {
      notify('kontor.failure.generic', { type: 'error', messageArgs: { request: '–' } })
    }
  }
  const label = `${translate(done ? 'kontor.action.copied' : 'kontor.action.copy')}: ${what}`
  return (
    <Tooltip title={translate(done ? 'kontor.action.copied' : 'kontor.action.copy')}>
      <IconButton size="small" onClick={copy} aria-label={label}>
        {done ? <DoneIcon sx={{ fontSize: 16 }} color="success" /> : <CopyIcon sx={{ fontSize: 16 }} />}
      </IconButton>
    </Tooltip>
  )
}
