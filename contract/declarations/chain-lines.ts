import type { Feature } from './feature.ts'
import { checkId } from './phrases.ts'

const otherFile = 'Correct the file, and send it again. Nothing was imported.'

/** Transactions of the desk's own wallets, as nodes and files tell of them. */
export const chainLines = {
  objects: {
    chain_line: '/v1/treasury/chain-lines/{id}',
    chain_statement: '/v1/treasury/chain-statements',
  },
  events: {
    'chain_statement.imported': {
      permission: 'requests:read',
      meaning: 'A node or a file has told of new transactions of own wallets',
    },
    'chain_line.matched': {
      permission: 'requests:read',
      meaning: 'It is known what a transaction of an own wallet is',
    },
    'chain_line.set_aside': {
      permission: 'requests:read',
      meaning: 'A transaction of an own wallet was set aside',
    },
    'chain_line.reopened': {
      permission: 'requests:read',
      meaning:
        'A transaction of an own wallet is new again: taken back, or what it was matched with was reversed',
    },
    'chain_line.taken_back': {
      permission: 'requests:read',
      meaning: 'A node no longer lists a transaction of an own wallet',
    },
  },
  failures: {
    chain_line_not_found: {
      kind: 'not_found',
      cause: 'There is no transaction of an own wallet with this id.',
      cure: checkId,
      of: ['Treasury'],
    },
    chain_line_closed: {
      kind: 'conflict',
      cause:
        'Somebody or the service has said already what the line is: `context.status` and `context.kind`.',
      cure: 'Read the line. `POST /v1/treasury/chain-lines/{line_id}/reopen` takes it back; a fee or a move that was posted is reversed by `…/unpost-fee`.',
      of: ['Treasury'],
      context: { status: 'matched', kind: 'fee' },
    },
    chain_line_taken_back: {
      kind: 'conflict',
      cause:
        'The node lists the transaction no more, so that there is no money that could belong to something.',
      cure: 'Set the line aside, and reverse what was recorded because of it. If the node lists it again, the line says so.',
      of: ['Treasury'],
      context: { taken_back_at: '2026-01-31T12:00:00Z' },
    },
    chain_moved_before: {
      kind: 'conflict',
      cause: 'The coins of the delivery came back with another line already, which is posted as a move.',
      cure: 'Name another delivery, or reverse that posting first (`POST /v1/treasury/chain-lines/{line_id}/unpost-fee`).',
      of: ['Treasury'],
    },
    chain_fee_not_posted: {
      kind: 'conflict',
      cause: 'The line is posted neither as a network fee nor as a move; `context.status` says what it is.',
      cure: 'Read the line. What it is matched with otherwise is taken back by `POST /v1/treasury/chain-lines/{line_id}/reopen`.',
      of: ['Treasury'],
      context: { status: 'new' },
    },
  },
  faults: {
    one_chain_match: {
      sentence: 'should name exactly one of transfer_id, acquisition_id and delivery_id',
      cure: 'Send one of the three.',
    },
    chain_match_not_found: { sentence: 'there is no such object', cure: checkId },
    chain_match_other: {
      sentence: 'is about another wallet, asset, direction or amount than the line',
      cure: 'Name what moved exactly these coins. A record with a wrong amount is reversed and made again.',
    },
    chain_transfer_given_up: {
      sentence:
        'was given up (its status is %{status}), so that the books have nothing of the coins that it has moved',
      cure: 'Whoever may manage transfers says that the network has carried it out: `POST /v1/transfers/{transfer_id}/confirm`. What it delivers is recorded, and the line is matched by itself.',
    },
    chain_acquisition_received: {
      sentence: 'only %{left} of it has not come yet, which is less than the line',
      cure: 'Name another acquisition, or reverse this one and record it with the amount that came.',
    },
    chain_delivery_holds: {
      sentence: 'holds: only coins of a delivery that was reversed have come back',
      cure: 'Reverse the delivery first (`POST /v1/purchase-requests/{request_id}/deliveries/{delivery_id}/reverse`, with `returned`).',
    },
    chain_delivery_other_wallet: {
      sentence:
        'was not paid from the wallet of the line, or its transaction was typed, so that the books do not have its coins on this wallet',
      cure: 'If its transaction was typed, record the coins as an acquisition with the transaction of the line (`POST /v1/treasury/acquisitions`): the line is matched by itself. If another own wallet had paid, post the line as a move (`POST /v1/treasury/chain-lines/{line_id}/post-move`).',
    },
    chain_move_not_own: {
      sentence: 'has no coins on another own wallet in the books, so that nothing can be moved from there',
      cure: 'If its transaction was typed, record the coins as an acquisition with the transaction of the line (`POST /v1/treasury/acquisitions`). If the wallet of the line had paid it, match the line with it.',
    },
    chain_fee_in_coin: {
      sentence: 'is no payment in the coin of the network, so that it is no network fee',
      cure: 'Match the line, or set it aside.',
    },
  },
  fileFaults: {
    chain_csv_format: {
      sentence:
        'The file is no table that can be read: CSV with the columns time, network, wallet, asset, amount and tx_hash, and perhaps counterparty and fee.',
      cure: otherFile,
    },
    chain_csv_encoding: {
      sentence: 'Line %{line}: the bytes are not text in %{encoding}.',
      cure: otherFile,
    },
    chain_csv_cut_off: {
      sentence: 'Line %{line}: the last line has no end, so that the file may be cut off.',
      cure: 'Get the file again. If it is whole, add a line break at its end. Nothing was imported.',
    },
    chain_csv_row: { sentence: 'Line %{line}: the row has other columns than the heading.', cure: otherFile },
    chain_csv_value: {
      sentence: 'Line %{line}: “%{value}” is no %{field} that can be used here.',
      cure: otherFile,
    },
    chain_csv_wallet: {
      sentence: 'Line %{line}: no company of the desk has the wallet %{wallet} on %{network}.',
      cure: 'Leave the rows of strangers out, or name the organization of the wallet as an own one (`PATCH /v1/desk/companies/{company_id}`). Nothing was imported.',
    },
    chain_csv_repeated: {
      sentence:
        'Line %{line}: the transaction, asset and direction are those of line %{first}. A transaction has one row for each wallet, asset and direction.',
      cure: 'Remove the row if it is the same payment, or add the two amounts up. Nothing was imported.',
    },
    chain_csv_too_many: {
      sentence: 'The file has more than %{rows} rows.',
      cure: 'Import shorter periods.',
    },
  },
} as const satisfies Feature
