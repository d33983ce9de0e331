import { Autocomplete, type AutocompleteProps } from '@mui/material'
import { useTranslate } from 'react-admin'

/** A field that offers what fits the text in it, in the words of the console. */
export function Chooser<T, FreeSolo extends boolean | undefined = false>(
  props: AutocompleteProps<T, false, false, FreeSolo>,
) {
  const translate = useTranslate()
  return (
    <Autocomplete<T, false, false, FreeSolo>
      fullWidth
      noOptionsText={translate('kontor.empty.nothing_found')}
      loadingText={translate('kontor.chooser.searching')}
      clearText={translate('kontor.chooser.clear')}
      openText={translate('kontor.chooser.open')}
      closeText={translate('kontor.chooser.close')}
      {...props}
    />
  )
}
