import { Button, Snackbar, SnackbarContent } from '@mui/material'
import { useEffect } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useErrorText } from '../shared/answers/error-text.ts'
import { endAllOffers, endOffer, type UndoOffer, useLastOffer } from '../shared/answers/undo-offers.ts'
import { latinKey } from '../shared/pages/latin-key.ts'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import { useCountdown } from '../shared/time/use-countdown.ts'

/** What was just decided, with its inverse. */
export function UndoBar() {
  const offer = useLastOffer()
  useEffect(() => endAllOffers, [])
  return offer ? <Offer key={offer.until} offer={offer} /> : null
}

function Offer({ offer }: { offer: UndoOffer }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const [left, waitFor] = useCountdown()
  useEffect(() => {
    const rest = Math.max(0, offer.until - Date.now())
    waitFor(rest / 1000)
    const timer = setTimeout(() => endOffer(offer), rest)
    return () => clearTimeout(timer)
  }, [offer, waitFor])

  async function undo() {
    // It is sent once, however often it is pressed.
    endOffer(offer)
    try {
      await offer.undo()
      notify('kontor.undo.done', { type: 'success' })
    } catch (error) {
      notify(errorText(error), { type: 'warning', autoHideDuration: 10_000 })
    }
  }
  usePageKeys(
    (pressed) => (latinKey(pressed) === 'z' ? 'undo' : undefined),
    () => void undo(),
    true,
  )

  return (
    <Snackbar open anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
      <SnackbarContent
        role="status"
        message={offer.text}
        action={
          <Button color="inherit" size="small" onClick={() => void undo()} aria-keyshortcuts="z">
            {translate('kontor.undo.undo')}
            <span aria-hidden>&nbsp;(Z) · {left}</span>
          </Button>
        }
      />
    </Snackbar>
  )
}
