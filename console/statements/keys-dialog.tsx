import { useTranslate } from 'react-admin'
import { KeysDialog } from '../shared/pages/keys-dialog.tsx'

const keys = [
  ['↓', 'j', 'next'],
  ['↑', 'k', 'previous'],
  ['Enter', 'confirm'],
  ['1–9', 'choose'],
  ['s', 'split'],
  ['a', 'advance'],
  ['p', 'post'],
  ['x', 'set_aside'],
  ['/', 'find'],
  ['u', 'reopen'],
  ['?', 'help'],
].map((row) => ({ pressed: row.slice(0, -1), name: row.at(-1) as string }))

/** The keys of the queue of lines. */
export function LineKeysDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const named = keys.map(({ pressed, name }) => ({
    pressed,
    text: translate(`kontor.statement_key.${name}`),
  }))
  return <KeysDialog keys={named} onClose={onClose} />
}
