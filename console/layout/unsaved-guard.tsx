import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { DiscardContext, forgetDrafts, hasDrafts, useHasDrafts } from '../shared/forms/drafts.ts'
import { useHistoryIndex } from './history-index.ts'

/** Asks before unsaved input is discarded: by a link, the back button, a reload, or closing a dialog. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [closing, setClosing] = useState<{ discard: () => void } | null>(null)
  const ask = useCallback((discard: () => void) => setClosing({ discard }), [])
  const isGuarding = useHasDrafts()
  useHistoryIndex()
  return (
    <DiscardContext value={ask}>
      {children}
      {isGuarding && <PageGuard />}
      {closing && (
        <DiscardDialog
          onKeep={() => setClosing(null)}
          onDiscard={() => {
            setClosing(null)
            closing.discard()
          }}
        />
      )}
    </DiscardContext>
  )
}

/** Only there while something is unsaved. */
function PageGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasDrafts() &&
      currentLocation.pathname !== nextLocation.pathname &&
      // After signing out there is nobody who could keep it.
      nextLocation.pathname !== '/login',
  )
  // The browser asks with its own words.
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [])
  if (blocker.state !== 'blocked') return null
  return (
    <DiscardDialog
      onKeep={() => blocker.reset()}
      onDiscard={() => {
        blocker.proceed()
        forgetDrafts()
      }}
    />
  )
}

function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Dialog open onClose={onKeep} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.unsaved.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('kontor.unsaved.help')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onDiscard}>
          {translate('kontor.unsaved.discard')}
        </Button>
        <Button variant="contained" onClick={onKeep} autoFocus>
          {translate('kontor.unsaved.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
