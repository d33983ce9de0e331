import { TextInput, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { Network } from '../../contract/money/networks.ts'
import { memoNetworks } from '../../contract/wallets/memos.ts'

/** Only where payments can carry one. */
export function MemoInput() {
  const translate = useTranslate()
  const network = useWatch({ name: 'network' }) as Network
  if (!memoNetworks.includes(network)) return null
  return (
    <TextInput
      source="memo"
      label={translate('kontor.address_book.memo')}
      helperText={translate('kontor.address_book.memo_help')}
      parse={(value: string) => value.trim()}
      slotProps={{
        htmlInput: { maxLength: 120, spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' },
      }}
    />
  )
}
