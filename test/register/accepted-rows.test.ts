import { expect, test } from 'vitest'
import { givenPayer, newTransfer, transfersOn } from '../support/given/given-transfer.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })

function kontor(...args: string[]) {
  return runCli(args, { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })
}

test('a row that somebody has changed is listed, and relied on again once it was accepted', async () => {
  const payer = await givenPayer(server)
  expect(await kontor('proofs', 'show')).toMatchObject({
    code: 0,
    stdout: 'All rows have the right proof.\n',
  })
  const { id } = payer.entry
  await server.db.updateTable('address_book_entries').set({ label: 'Other' }).where('id', '=', id).execute()
  const pay = () => payer.owner.post('/v1/transfers', newTransfer(payer))
  expect((await pay()).body.code).toBe('proof_invalid')
  expect(await kontor('proofs', 'show')).toMatchObject({
    code: 1,
    stdout: `address_book_entry ${id}: it was changed in the database, or is not of the service\n`,
  })
  expect(await kontor('proofs', 'accept', 'address_book_entry', id)).toMatchObject({ code: 0 })
  expect(await kontor('proofs', 'show')).toMatchObject({ code: 0 })
  expect((await pay()).status).toBe(201)
  await server.service.checkpoints.cut(true)
  expect(await kontor('audit', 'verify')).toMatchObject({ code: 0 })
})
