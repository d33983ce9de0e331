import { useTranslate } from 'react-admin'
import type { TransferBatchDetailsResponse } from '../../contract/wallets/transfer-batches.ts'
import { Section } from '../shared/pages/section.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useUnits } from './intent/use-units.ts'

/** Of a batch on bitcoin: the one transaction that makes its transfers, once it is signed. */
export function BatchTransaction({ batch }: { batch: TransferBatchDetailsResponse }) {
  const translate = useTranslate()
  const units = useUnits()
  const outputs = batch.transfers
    .flatMap(({ signature, ...transfer }) =>
      signature === null || signature.output_index === null
        ? []
        : [{ ...transfer, ...signature, output: signature.output_index }],
    )
    .toSorted((a, b) => a.output - b.output)
  const [first] = outputs
  if (!first) return null
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  // Each transfer has its share.
  const fee = outputs.reduce((sum, one) => sum + BigInt(one.fee), 0n)
  return (
    <Section title={label('tx_id')}>
      <Details>
        <CopiedDetail label={label('tx_id')} value={first.tx_id} wide />
        <Detail label={label('signed_fee')}>{units.fee(fee.toString(), batch.network)}</Detail>
        <Detail label={translate('kontor.transfer_batches.outputs')} wide>
          {outputs.map(({ id, output, amount, asset, network, to_address }) => (
            <div key={id} style={{ overflowWrap: 'anywhere' }}>
              {output}: {units.amount(amount, asset, network)} → {to_address}
            </div>
          ))}
        </Detail>
      </Details>
    </Section>
  )
}
